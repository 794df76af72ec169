//! The tabs of a site as state machines.

mod effects;
mod site;
mod steps;

use serde_json::json;

use crate::error::Error;
use crate::relay::{In, Kind};
use crate::session;
use crate::tabs::{Input, Item, Tabs};
use crate::view::Status;
use site::{Site, Work, connect, link, tool};

#[test]
fn tabs_share_the_first_ones_connection_and_keep_its_session() {
    let site = Site::new(3);
    assert_eq!(site.sockets, [0]);
    assert_eq!(site.statuses(), [Status::Connected; 3]);
    assert!(site.tabs.iter().all(|tab| tab.stored == Some(link())));
    assert_eq!(site.tabs[0].core.keys(), ["common", "only1", "only2"].map(|name| (Kind::Tool, name.to_string())));
}

#[test]
fn a_call_runs_in_the_tab_that_has_the_tool_and_the_last_used_one_where_several_do() {
    let mut site = Site::new(4);
    for index in [3, 0, 2] {
        assert_eq!(site.run_tool(&format!("only{index}")), index);
    }
    for index in [2, 0, 3, 1] {
        site.use_tab(index);
        assert_eq!(site.run_tool("common"), index);
    }
    // Nobody has it: the holder says so.
    let id = site.call("nothing").unwrap();
    assert_eq!(site.runs(&id), [0]);
}

#[test]
fn an_item_that_is_switched_off_in_one_tab_is_called_in_another() {
    let mut site = Site::new(3);
    site.use_tab(2);
    site.tell(2, Input::Own(vec![tool("common", false, json!({"name": "common"}))]));
    assert_ne!(site.run_tool("common"), 2);
    site.tell(1, Input::Switched(Kind::Tool, "common".into(), false));
    assert!([0, 2].into_iter().all(|index| site.tabs[index].switched == ["common"]));
}

#[test]
fn a_tool_is_listed_as_the_last_used_tab_has_it_and_announced_when_that_is_another() {
    let mut site = Site::new(3);
    let second = json!({"name": "common", "description": "another", "inputSchema": {"type": "object", "required": ["n"]}});
    site.tell(1, Input::Own(vec![tool("common", true, second.clone())]));
    let changed = |site: &mut Site, index: usize| std::mem::take(&mut site.tabs[index].changed);
    let listed = |site: &Site, index: usize| site.tabs[index].core.newer(Kind::Tool, "common").map(|item| item.descriptor.clone());
    changed(&mut site, 0);
    assert_eq!(listed(&site, 0), None, "its own");
    for (user, expected) in [(1, &["common"][..]), (1, &[]), (0, &["common"]), (2, &[]), (1, &["common"]), (2, &["common"])] {
        site.use_tab(user);
        assert_eq!(changed(&mut site, 0), expected, "{user} is used");
        assert_eq!(site.run_tool("common"), user);
        let there = listed(&site, 0);
        assert_eq!(there.as_ref() == Some(&second), user == 1);
        assert_eq!(there.is_none(), user == 0);
    }
    // The last used tab goes, or switches it off: the next one's is listed.
    site.use_tab(1);
    assert_eq!(changed(&mut site, 0), ["common"]);
    site.tell(1, Input::Own(vec![tool("common", false, second.clone())]));
    assert_eq!(changed(&mut site, 0), ["common"]);
    site.tell(1, Input::Own(vec![tool("common", true, second)]));
    assert_eq!(changed(&mut site, 0), ["common"]);
    site.close(1);
    assert_eq!(changed(&mut site, 0), ["common", "only1"]);
}

#[test]
fn resources_are_found_by_uri_and_template() {
    let mut site = Site::new(2);
    let resource = |name: &str, key: &str, uri: &str| {
        ((Kind::Resource, name.into()), Some(Item::new(Kind::Resource, true, None, json!({"name": name, key: uri}))))
    };
    site.tell(1, Input::Own(vec![resource("note", "uri", "note://1"), resource("page", "uriTemplate", "page://{n}")]));
    for (id, uri, place) in [("a", "note://1", 1), ("b", "page://9", 1), ("c", "page://9/8", 0), ("d", "note://2", 0)] {
        let frame = In::Call { id: json!(id), kind: Kind::Resource, name: uri.into(), arguments: None };
        site.give(0, Work::Session(session::Input::Frame(frame)));
        site.run();
        assert_eq!(site.runs(id), [place], "{uri}");
    }
}

#[test]
fn the_next_tab_takes_over_when_the_holder_closes_and_the_closed_ones_tools_are_gone() {
    let mut site = Site::new(3);
    site.close(0);
    assert_eq!(site.sockets, [1]);
    assert_eq!(site.statuses(), [Status::Connected; 2]);
    assert_eq!(site.run_tool("only2"), 2);
    let id = site.call("only0").unwrap();
    assert_eq!(site.runs(&id), [1]);
    assert!(site.tabs[1].core.offer(Kind::Tool, "only0").is_none());
}

#[test]
fn a_tab_that_dies_without_a_word_is_missed_and_its_call_answered() {
    let mut site = Site::new(3);
    let id = site.call("only2").unwrap();
    site.crash(2);
    assert!(matches!(site.answer_to(&id)[..], [text] if text.contains("only2") && text.contains("isError")), "{:?}", site.answers);
    site.crash(0);
    assert_eq!(site.sockets, [1]);
    assert_eq!(site.run_tool("only1"), 1);
}

#[test]
fn a_call_survives_its_holder_and_is_answered_once_by_the_next() {
    for finish_in_the_gap in [false, true] {
        let mut site = Site::new(3);
        let id = site.call("only2").unwrap();
        if finish_in_the_gap {
            // The holder hangs: the answer reaches it, but nobody has it for sure.
            site.tabs[0].hangs = true;
            site.finish(2, &id);
            site.crash(0);
        } else {
            site.close(0);
            site.finish(2, &id);
        }
        assert_eq!(site.answer_to(&id), [json!({"by": 2}).to_string()], "{finish_in_the_gap}");
        site.close(1);
        assert_eq!(site.answer_to(&id).len(), 1);
    }
}

#[test]
fn an_answer_for_a_relay_that_may_be_another_one_is_dropped() {
    let mut site = Site::new(2);
    let id = site.call("only1").unwrap();
    site.relay_is_up = false;
    site.close(0);
    site.pass(1_000.0);
    site.relay_knows = false;
    site.relay_is_up = true;
    site.pass(10_000.0);
    assert_eq!(site.sockets, [1]);
    site.finish(1, &id);
    assert_eq!(site.answer_to(&id), [""; 0]);
    assert_eq!(site.run_tool("only1"), 1);
}

#[test]
fn a_holder_that_hangs_is_replaced_and_follows_when_it_is_back() {
    let mut site = Site::new(3);
    let mine = site.call("only0").unwrap();
    site.pass(10_000.0);
    assert_eq!(site.held, Some(0), "one that answers stays");
    site.tabs[0].hangs = true;
    site.pass(2_900.0);
    assert_eq!(site.held, Some(0));
    site.pass(2_200.0);
    assert_ne!(site.held, Some(0));
    let next = site.held.unwrap();
    assert_eq!(site.sockets, [0, next], "the relay still calls the one that hangs");
    let late = site.call("only2").unwrap();
    site.tabs[0].hangs = false;
    site.run();
    assert_eq!(site.runs(&late), [2], "what came to it meanwhile is not lost");
    site.finish(2, &late);
    site.pass(300.0);
    assert_eq!(site.sockets, [next]);
    site.finish(0, &mine);
    assert_eq!(site.answer_to(&late).len(), 1);
    assert_eq!(site.answer_to(&mine).len(), 1, "its own calls are answered by the next holder");
    assert_eq!(site.statuses(), [Status::Connected; 3]);
    assert_eq!(site.run_tool("only0"), 0);
}

#[test]
fn a_tab_whose_own_timers_came_late_asks_again_before_it_replaces_anybody() {
    let mut site = Site::new(2);
    site.tabs[0].hangs = true;
    site.pass(2_100.0);
    site.now += 60_000.0;
    site.give(1, Work::Tabs(Input::Timer));
    site.run();
    assert_eq!(site.held, Some(0));
    site.tabs[0].hangs = false;
    site.run();
    site.pass(20_000.0);
    assert_eq!((site.held, &site.sockets[..]), (Some(0), &[0][..]));
    // A tab in the background gets one timer a minute: it must not ask for ever.
    site.tabs[0].hangs = true;
    for _ in 0..4 {
        site.now += 60_000.0;
        site.give(1, Work::Tabs(Input::Timer));
        site.run();
    }
    assert_eq!(site.held, Some(1));
}

#[test]
fn a_holder_put_away_lets_go_and_comes_back_as_one_that_follows() {
    let mut site = Site::new(2);
    site.page(0, session::Input::Suspend);
    assert_eq!((site.held, &site.sockets[..]), (Some(1), &[1][..]));
    assert_eq!(site.tabs[0].shown, Status::Waiting);
    site.page(0, session::Input::Wake);
    assert_eq!(site.sockets, [1]);
    assert_eq!(site.statuses(), [Status::Connected; 2]);
    assert_eq!(site.run_tool("only0"), 0);
}

#[test]
fn all_tabs_put_away_at_once_are_one_connection_again() {
    let mut site = Site::new(4);
    for index in 0..4 {
        site.page(index, session::Input::Suspend);
    }
    assert_eq!((site.held, site.sockets.len()), (None, 0));
    for index in [2, 3, 0, 1] {
        site.page(index, session::Input::Wake);
    }
    assert_eq!(site.sockets, [2]);
    assert_eq!(site.statuses(), [Status::Connected; 4]);
    for index in 0..4 {
        assert_eq!(site.run_tool(&format!("only{index}")), index);
    }
}

#[test]
fn disconnecting_anywhere_ends_the_connection_everywhere_and_no_old_session_brings_it_back() {
    let mut site = Site::new(3);
    site.page(1, session::Input::Suspend);
    site.page(2, session::Input::Disconnect);
    assert!(site.sockets.is_empty());
    assert!([0, 2].into_iter().all(|index| site.tabs[index].stored.is_none() && site.tabs[index].shown == Status::Disconnected));
    // One that was put away meanwhile.
    assert!(site.tabs[1].stored == Some(link()));
    site.page(1, session::Input::Wake);
    assert!(site.sockets.is_empty() && site.tabs[1].stored.is_none());
    assert_eq!(site.statuses(), [Status::Disconnected; 3]);
}

#[test]
fn a_tab_that_disconnects_believes_no_older_word_of_the_holder() {
    let mut site = Site::new(2);
    let from = site.tabs[0].name.clone().unwrap();
    let link = json!({"server": link().server, "channel": link().channel, "sessionToken": link().token});
    let older = json!({"say": "state", "from": from, "status": "connected", "link": link, "ended": false});
    site.tabs[0].hangs = true;
    site.page(1, session::Input::Disconnect);
    site.tell(1, Input::Heard(older));
    assert_eq!(site.tabs[1].shown, Status::Disconnected);
    site.tabs[0].hangs = false;
    site.run();
    assert_eq!(site.statuses(), [Status::Disconnected; 2]);
    site.page(0, connect());
    assert_eq!(site.statuses(), [Status::Connected; 2]);
}

#[test]
fn a_token_given_to_any_tab_connects_the_site_through_that_tab() {
    let mut site = Site::new(3);
    site.page(0, session::Input::Disconnect);
    site.page(2, connect());
    site.pass(300.0);
    assert_eq!((site.held, &site.sockets[..]), (Some(2), &[2][..]));
    assert_eq!(site.statuses(), [Status::Connected; 3]);
    site.page(1, connect());
    site.pass(300.0);
    assert_eq!((site.held, &site.sockets[..]), (Some(1), &[1][..]));
    assert_eq!(site.statuses(), [Status::Connected; 3]);
    assert_eq!(site.run_tool("only0"), 0);
}

#[test]
fn a_holder_without_a_session_takes_that_of_a_tab_that_was_here_before() {
    let mut site = Site::new(0);
    site.open(false);
    assert_eq!(site.held, Some(0));
    site.open(true);
    assert_eq!(site.sockets, [0]);
    assert_eq!(site.statuses(), [Status::Connected; 2]);
}

#[test]
fn a_session_that_the_relay_refuses_is_forgotten_in_every_tab() {
    let mut site = Site::new(3);
    let refused = Input::Shown(Status::Disconnected, Some(Error::SessionRefused), None);
    site.tell(0, refused);
    assert!([1, 2].into_iter().all(|index| site.tabs[index].stored.is_none() && site.tabs[index].shown == Status::Disconnected));
}

#[test]
fn the_same_call_again_comes_to_the_tab_where_it_still_runs() {
    let mut site = Site::new(3);
    site.use_tab(1);
    let id = site.call("common").unwrap();
    assert_eq!(site.runs(&id), [1]);
    site.tell(1, Input::Unfinished { kind: Kind::Tool, name: "common".into(), arguments: json!({}) });
    site.finish(1, &id);
    site.use_tab(2);
    assert_eq!(site.run_tool("common"), 1);
    assert_eq!(site.run_tool("common"), 2);
}

#[test]
fn without_locks_or_channels_a_tab_is_as_if_it_were_alone() {
    let mut site = Site::new(0);
    site.locks = false;
    for index in 0..2 {
        site.open(true);
        assert!(site.sockets.contains(&index) && site.tabs[index].shown == Status::Connected);
    }
    let id = site.call("common").unwrap();
    site.finish(0, &id);
    assert_eq!(site.answer_to(&id).len(), 1);
    site.page(0, session::Input::Suspend);
    assert_eq!(site.sockets, [1]);
    site.page(0, session::Input::Wake);
    assert_eq!(site.statuses(), [Status::Connected; 2]);
    site.page(0, session::Input::Disconnect);
    assert_eq!(site.statuses(), [Status::Disconnected, Status::Connected]);
}

#[test]
fn a_token_given_before_the_tab_has_begun_is_taken() {
    for locks in [true, false] {
        let mut site = Site::new(0);
        site.locks = locks;
        site.open(false);
        site.tabs[0].core = Tabs::new("early".into());
        site.tabs[0].name = None;
        (site.held, site.queue) = (None, vec![]);
        site.page(0, connect());
        site.load(0);
        assert_eq!(site.sockets, [0]);
        assert_eq!(site.statuses(), [Status::Connected]);
        site.open(false);
        assert_eq!(site.statuses()[1], if locks { Status::Connected } else { Status::Disconnected });
    }
}

#[test]
fn nonsense_in_the_channel_changes_nothing() {
    let mut site = Site::new(2);
    let from = site.tabs[1].name.clone().unwrap();
    for said in ["hello", "items", "state", "call", "answer", "done", "unfinished", "switch", "active", "else"] {
        for junk in [json!(null), json!(7), json!("x"), json!([1, {}]), json!({"server": 1})] {
            for keys in [["items", "frame", "link"], ["kind", "name", "on"], ["number", "by", "status"], ["active", "code", "ended"]] {
                let mut message = json!({"say": said, "from": from});
                for key in keys {
                    message[key] = junk.clone();
                }
                site.tell(0, Input::Heard(message));
            }
        }
    }
    for message in [json!(null), json!([]), json!("bye"), json!({"say": "bye"}), json!({"from": from})] {
        site.tell(0, Input::Heard(message));
    }
    assert_eq!(site.sockets, [0]);
    assert_eq!(site.run_tool("only0"), 0);
}
