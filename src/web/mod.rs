//! The browser: every file here touches the page, and only `driver` knows them all.

pub mod context;
pub mod events;
pub mod forms;
pub mod host;
pub mod js;
pub mod model_context;
pub mod options;
pub mod pace;
pub mod page;
pub mod polyfill;
pub mod result;
pub mod schemas;
pub mod socket;
pub mod storage;
pub mod widget;
