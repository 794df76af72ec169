//! Random steps, after which a site comes to rest.

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use super::site::{Site, Told, connect};
use crate::session;
use crate::view::Status;

/// What happens next, to which tab, and after how long.
type Next = (Step, usize, f64);

/// `Hang` and `Relay` undo themselves.
#[derive(Clone, Copy, Debug)]
enum Step {
    Open,
    Close,
    Crash,
    Suspend,
    Wake,
    Use,
    Connect,
    Hang,
    Relay,
    Disconnect,
    Call,
    Finish,
}

use Step::*;

const ALL: [Step; 12] = [Open, Close, Crash, Suspend, Wake, Use, Connect, Hang, Relay, Disconnect, Call, Finish];

/// Takes random steps, then lets the site come to rest: with one connection, all tools, and nothing answered twice.
fn survives(told: Told, steps: &[Next]) -> Result<(), TestCaseError> {
    let mut site = Site::new(3);
    site.told = told;
    let mut ended = false;
    let mut running: Vec<(usize, String)> = Vec::new();
    for &(step, which, pause) in steps {
        site.pass(pause);
        let open: Vec<usize> = (0..site.tabs.len()).filter(|index| site.tabs[*index].open).collect();
        let tab = open[which % open.len()];
        match step {
            Open if site.tabs.len() < 8 => {
                site.open(false);
            }
            Close if open.len() > 1 => site.close(tab),
            Crash if open.len() > 1 => site.crash(tab),
            Suspend => site.page(tab, session::Input::Suspend),
            Wake => site.page(tab, session::Input::Wake),
            Use => site.page(tab, session::Input::Activity),
            Connect => site.page(tab, connect()),
            Hang => {
                site.tabs[tab].hangs = !site.tabs[tab].hangs;
                site.run();
            }
            Relay => site.relay_is_up = !site.relay_is_up,
            Disconnect => {
                site.page(tab, session::Input::Disconnect);
                ended = true;
            }
            Call => {
                if let Some(id) = site.call("common") {
                    running.extend(site.runs(&id).into_iter().map(|index| (index, id.clone())));
                }
            }
            _ => {
                if let Some((index, id)) = running.pop()
                    && site.tabs[index].open
                    && site.runs(&id).contains(&index)
                {
                    site.finish(index, &id);
                }
            }
        }
        for tab in &site.tabs {
            prop_assert!(tab.served.len() < 200);
        }
    }
    site.relay_is_up = true;
    for index in 0..site.tabs.len() {
        if site.tabs[index].open {
            site.tabs[index].hangs = false;
            site.run();
            site.page(index, session::Input::Wake);
        }
    }
    site.pass(1_000.0);
    if ended && site.sockets.is_empty() || site.tabs.iter().all(|tab| !tab.open || tab.stored.is_none()) {
        // Those who knew the session are all gone, or have ended it.
        let tab = site.tabs.iter().position(|tab| tab.open).unwrap();
        site.page(tab, connect());
    }
    site.pass(20_000.0);
    let open: Vec<usize> = (0..site.tabs.len()).filter(|index| site.tabs[*index].open).collect();
    prop_assert_eq!(site.sockets.len(), 1, "{:?} of {:?}", site.statuses(), open);
    prop_assert_eq!(site.statuses(), vec![Status::Connected; open.len()]);
    prop_assert_eq!(site.held, Some(site.sockets[0]));
    for id in (1..=site.calls).map(|id| id.to_string()) {
        // A tab that hung may miss its turn, and say of a tab that has gone what the relay no longer waits for.
        let answers = site.answer_to(&id).into_iter().enumerate().filter(|(index, text)| *index == 0 || !text.contains("was closed"));
        prop_assert!(answers.count() <= 1, "{id}: {:?}", site.answer_to(&id));
    }
    for index in open {
        prop_assert_eq!(site.run_tool(&format!("only{index}")), index);
    }
    Ok(())
}

proptest! {
    #[test]
    fn whatever_happens_a_site_comes_to_rest_with_one_connection_and_nothing_answered_twice(
        told in prop::sample::select(&Told::ALL[..]),
        steps in prop::collection::vec((prop::sample::select(&ALL[..]), 0..5usize, 0.0..4_000.0f64), 0..60)
    ) {
        survives(told, &steps)?;
    }
}

/// What random steps have found.
#[test]
fn steps_that_once_ended_badly_end_well() {
    let examples: [&[Next]; 8] = [
        // Paired in a tab that was replaced without its knowing: two sockets.
        &[(Close, 0, 0.0), (Suspend, 1, 0.0), (Close, 2, 0.0), (Open, 0, 0.0), (Hang, 1, 0.0), (Connect, 1, 0.0), (Connect, 0, 0.0)],
        &[
            (Close, 0, 0.0),
            (Connect, 1, 0.0),
            (Hang, 1, 0.0),
            (Wake, 0, 3_605.0),
            (Close, 0, 3_378.0),
            (Open, 0, 0.0),
            (Open, 0, 0.0),
            (Connect, 0, 0.0),
        ],
        &[
            (Close, 0, 0.0),
            (Close, 0, 0.0),
            (Suspend, 0, 0.0),
            (Hang, 0, 0.0),
            (Wake, 0, 0.0),
            (Open, 0, 0.0),
            (Hang, 1, 0.0),
            (Open, 0, 0.0),
            (Hang, 3, 0.0),
            (Open, 0, 2_071.0),
            (Open, 0, 3_308.0),
            (Open, 0, 0.0),
        ],
        // Paired in vain in a tab that knew no session: those that knew one lost it.
        &[
            (Close, 0, 0.0),
            (Close, 0, 0.0),
            (Suspend, 0, 0.0),
            (Open, 0, 0.0),
            (Close, 2, 0.0),
            (Open, 0, 0.0),
            (Suspend, 0, 0.0),
            (Open, 0, 0.0),
            (Hang, 3, 0.0),
            (Open, 0, 0.0),
            (Connect, 4, 0.0),
            (Open, 0, 0.0),
            (Suspend, 0, 0.0),
            (Close, 1, 0.0),
            (Close, 1, 0.0),
            (Wake, 3, 0.0),
            (Connect, 1, 0.0),
            (Close, 1, 0.0),
        ],
        // The session was told of in the middle of a pairing in vain.
        &[
            (Close, 0, 0.0),
            (Close, 0, 0.0),
            (Relay, 0, 0.0),
            (Suspend, 0, 0.0),
            (Open, 0, 0.0),
            (Hang, 1, 0.0),
            (Connect, 1, 0.0),
            (Wake, 2, 0.0),
            (Close, 0, 0.0),
            (Open, 0, 0.0),
            (Hang, 2, 0.0),
        ],
        // A tab that hung had been greeted with an older list than the one that nobody was told of.
        &[(Close, 0, 0.0), (Close, 0, 0.0), (Hang, 0, 0.0), (Open, 0, 0.0)],
        // The tab that ran a call became the holder, or answered to one, and went: answered twice.
        &[(Open, 0, 0.0), (Use, 2, 525.0), (Call, 0, 0.0), (Connect, 1, 0.0), (Close, 1, 0.0), (Finish, 0, 0.0), (Close, 1, 0.0)],
        &[(Use, 1, 959.0), (Call, 0, 0.0), (Hang, 0, 252.0), (Finish, 0, 3_865.0), (Close, 1, 0.0), (Suspend, 0, 0.0), (Open, 0, 0.0)],
    ];
    for (number, steps) in examples.iter().enumerate() {
        for told in Told::ALL {
            let end = survives(told, steps);
            assert!(end.is_ok(), "{number}, {told:?}: {end:?}");
        }
    }
}

#[test]
fn pairings_may_cross_a_hanging_tab_whichever_it_is() {
    for choice in 0..3usize.pow(6) {
        let which = |place: u32| choice / 3usize.pow(place) % 3;
        let steps = [Close, Hang, Connect, Connect, Close, Open, Suspend];
        let steps: Vec<_> = steps.into_iter().zip([0, which(0), which(1), which(2), which(3), which(4), which(5)]).collect();
        let steps: Vec<_> = steps.into_iter().map(|(step, which)| (step, which, 0.0)).collect();
        let end = survives(Told::InTurn, &steps);
        assert!(end.is_ok(), "{steps:?}: {end:?}");
    }
}
