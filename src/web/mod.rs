//! The browser: every file here touches the page, and only `driver` knows them all.
pub mod js;
