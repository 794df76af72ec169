//! What the page offers: three lists with a switch in each row, drawn a few rows at a time.

use std::rc::Rc;

use js_sys::JsString;

use super::Inner;
use super::dom::{self, El, Timer};
use crate::view::{Intent, ItemView, Kind, harmless};

/// Rows a list starts with, and gets more of after each paint: 500 tools open as fast as 5.
const FIRST: usize = 8;
const MORE: usize = 64;
/// From so many items on there is a filter.
const MANY: usize = 9;

const KINDS: [(Kind, &str); 3] = [(Kind::Tool, "tools"), (Kind::Prompt, "prompts"), (Kind::Resource, "resources")];

#[derive(Default)]
pub struct Lists {
    items: Vec<ItemView>,
    /// What is typed into the filter, in lower case; empty, all show.
    filter: Option<String>,
    limit: usize,
    /// The rows on screen, one list for each kind; taken out while they are being drawn.
    rows: [Vec<Row>; 3],
    drawing: bool,
    /// A page that listens to what drawing does has changed its items meanwhile.
    stale: bool,
    pattern: Option<El>,
    timer: Option<Timer>,
}

struct Row {
    item: ItemView,
    element: El,
}

impl Inner {
    pub(super) fn set_items(self: &Rc<Self>, items: Vec<ItemView>) {
        self.lists.borrow_mut().items = items;
        self.fill_lists();
    }

    pub(super) fn set_filter(self: &Rc<Self>, filter: &str) {
        // The browser's own lower case: Rust's tables would be a tenth of the widget.
        let filter = filter.trim();
        self.lists.borrow_mut().filter = (!filter.is_empty()).then(|| lower(filter).into());
        self.fill_lists();
    }

    pub(super) fn fill_lists(self: &Rc<Self>) {
        self.draw_rows(FIRST);
    }

    fn draw_rows(self: &Rc<Self>, limit: usize) {
        let Some(root) = self.root().filter(|_| self.badge) else { return };
        let pattern = self.lists.borrow().pattern.clone().or_else(|| self.pattern());
        let Some(pattern) = pattern else { return };
        let mut borrowed = self.lists.borrow_mut();
        let lists = &mut *borrowed;
        lists.pattern = Some(pattern.clone());
        if std::mem::replace(&mut lists.drawing, true) {
            lists.stale = true;
            return;
        }
        lists.limit = limit.max(if self.open.get() { lists.limit } else { 0 });
        let limit = lists.limit;
        let (wanted, counts, more) = lists.wanted();
        let filtered = lists.filter.is_some();
        let mut rows = std::mem::take(&mut lists.rows);
        drop(borrowed);

        root.show(".filter", counts.iter().sum::<usize>() >= MANY);
        for (index, wanted) in wanted.into_iter().enumerate() {
            let name = KINDS[index].1;
            let Some(list) = root.find(&[".webmcp-", name, "-list"].concat()) else { continue };
            list.put(".count", &dom::number(counts[index] as f64));
            // Tools stay in sight when there are none.
            list.style().set_property("display", if index == 0 || counts[index] > 0 { "" } else { "none" });
            list.put(".none", if !wanted.is_empty() { "" } else { self.labels.text(if filtered { "no-match" } else { "none" }) });
            if let Some(list) = list.find("ul") {
                self.sync(&list, &mut rows[index], wanted, &pattern);
            }
        }

        let mut lists = self.lists.borrow_mut();
        lists.rows = rows;
        lists.drawing = false;
        let again = std::mem::take(&mut lists.stale);
        lists.timer = (more && self.open.get()).then(|| {
            let weak = Rc::downgrade(self);
            Timer::new(40, move || {
                if let Some(inner) = weak.upgrade() {
                    inner.draw_rows(limit + MORE);
                }
            })
        });
        drop(lists);
        if again {
            self.fill_lists();
        }
    }

    /// Makes a list's rows those of `wanted`, touching only what differs.
    fn sync(&self, list: &El, rows: &mut Vec<Row>, wanted: Vec<ItemView>, pattern: &El) {
        let count = wanted.len();
        for at in 0..count {
            let item = &wanted[at];
            while rows.get(at).is_some_and(|row| row.item.name != item.name && !wanted[at..].iter().any(|each| each.name == row.item.name))
            {
                rows.remove(at).element.remove();
            }
            match rows.get_mut(at) {
                Some(row) if row.item == *item => continue,
                Some(row) if row.item.name == item.name => {
                    self.fill_row(&row.element, item);
                    row.item = item.clone();
                }
                _ => {
                    let element = pattern.clone_node(true);
                    self.fill_row(&element, item);
                    match at.checked_sub(1).and_then(|before| rows.get(before)) {
                        Some(before) => before.element.after(&element),
                        None => list.prepend(&element),
                    }
                    rows.insert(at, Row { item: item.clone(), element });
                }
            }
        }
        for row in rows.split_off(count) {
            row.element.remove();
        }
    }

    fn fill_row(&self, row: &El, item: &ItemView) {
        let name = harmless(&item.name, 80);
        let title = item.title.as_ref().map(|title| harmless(title, 80));
        row.put("strong", title.as_ref().unwrap_or(&name));
        row.put("code", if title.is_some() { &name } else { "" });
        row.put(".from", self.labels.text(&["from-", item.source].concat()));
        row.put("p", &harmless(&item.description, 280));
        row.attr("class", if item.on { "" } else { "off" });
        if let Some(switch) = row.find("button") {
            switch.attr("aria-checked", if item.on { "true" } else { "false" });
            // What is seen, so that it can be spoken to; and what tells two of the same title apart.
            switch.attr("aria-label", &title.map_or_else(|| name.clone(), |title| [&title, ", ", &name].concat()));
        }
    }

    /// The switch in a row was used.
    pub(super) fn switch(&self, row: &El) {
        let intent = {
            let lists = self.lists.borrow();
            let row = lists.rows.iter().flatten().find(|each| each.element == *row);
            row.map(|row| Intent::Switch { kind: row.item.kind, name: row.item.name.clone(), on: !row.item.on })
        };
        if let Some(intent) = intent {
            self.act(intent);
        }
    }
}

fn lower(text: &str) -> JsString {
    JsString::from(text).to_lower_case()
}

impl Lists {
    /// The items to show by kind, how many there are of each, and whether some wait for the next round.
    fn wanted(&self) -> ([Vec<ItemView>; 3], [usize; 3], bool) {
        let mut more = false;
        let mut counts = [0; 3];
        let mut wanted = [(); 3].map(|()| Vec::new());
        for item in &self.items {
            let index = item.kind as usize;
            counts[index] += 1;
            if self.matches(item) {
                if wanted[index].len() < self.limit {
                    wanted[index].push(item.clone());
                } else {
                    more = true;
                }
            }
        }
        (wanted, counts, more)
    }

    fn matches(&self, item: &ItemView) -> bool {
        let Some(filter) = &self.filter else { return true };
        let text = [item.name.as_str(), "\n", item.title.as_deref().unwrap_or_default(), "\n", &item.description].concat();
        lower(&text).includes(filter, 0)
    }
}
