//! The browser: every file here touches the page, and only `driver` knows them all. The second module (`crate::wu`) has those without a condition.

#[cfg(feature = "client")]
pub mod annex;
pub mod context;
#[cfg(feature = "client")]
pub mod events;
#[cfg(feature = "client")]
pub mod forms;
#[cfg(feature = "client")]
pub mod host;
pub mod js;
#[cfg(feature = "client")]
pub mod model_context;
pub mod options;
#[cfg(feature = "client")]
pub mod pace;
pub mod page;
#[cfg(feature = "client")]
pub mod polyfill;
#[cfg(feature = "client")]
pub mod result;
#[cfg(feature = "client")]
pub mod schemas;
#[cfg(feature = "client")]
mod snippets;
pub mod socket;
#[cfg(feature = "client")]
pub mod storage;
#[cfg(feature = "client")]
pub mod tabs;
#[cfg(feature = "client")]
pub mod widget;
