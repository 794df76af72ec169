//! The exported class: check arguments, delegate, convert back; no decisions.
//!
//! Every parameter is a `JsValue` (a typed one given the wrong thing is a memory fault), every method takes `&self` and none is
//! `async`, so that a callback may call any of them at any moment.

// wasm-bindgen's own expansion of a catching constructor.
#![allow(clippy::disallowed_methods)]

use std::cell::Cell;
use std::rc::Rc;

use js_sys::Promise;
use wasm_bindgen::prelude::*;

use crate::driver::{Driver, Given};
use crate::error::Error;
use crate::relay::Kind;
use crate::relay::webmcp::is_relay_url;
use crate::web::options::{Options, flags};
use crate::web::{annex, context, js};

#[wasm_bindgen(skip_typescript)]
pub struct WebMCP {
    driver: Rc<Driver>,
    ended: Cell<bool>,
}

#[wasm_bindgen]
impl WebMCP {
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue) -> Result<WebMCP, JsValue> {
        let options = Options::read(options)?;
        let page_tools = match options.page_tools.clone() {
            none if none.is_undefined() => none,
            given => annex::page_tool_names(&given)?,
        };
        let made = WebMCP { driver: Driver::shared(options)?, ended: Cell::new(false) };
        if !page_tools.is_undefined() {
            made.driver.offer_page_tools(made.twin(), &page_tools);
        }
        Ok(made)
    }

    #[wasm_bindgen(js_name = registerTool)]
    pub fn register_tool(&self, tool: &JsValue, description: &JsValue, schema: &JsValue, execute: &JsValue) -> Promise {
        self.register(|| Given::tool("registerTool", tool, description, schema, execute))
    }

    #[wasm_bindgen(js_name = registerPrompt)]
    pub fn register_prompt(&self, name: &JsValue, description: &JsValue, arguments: &JsValue, execute: &JsValue) -> Promise {
        self.register(|| Given::prompt(name, description, arguments, execute))
    }

    #[wasm_bindgen(js_name = registerResource)]
    pub fn register_resource(&self, name: &JsValue, description: &JsValue, options: &JsValue, provide: &JsValue) -> Promise {
        self.register(|| Given::resource(name, description, options, provide))
    }

    #[wasm_bindgen(js_name = unregisterTool)]
    pub fn unregister_tool(&self, name: &JsValue) -> Result<bool, JsValue> {
        self.driver.unregister(Kind::Tool, name)
    }

    #[wasm_bindgen(js_name = unregisterPrompt)]
    pub fn unregister_prompt(&self, name: &JsValue) -> Result<bool, JsValue> {
        self.driver.unregister(Kind::Prompt, name)
    }

    #[wasm_bindgen(js_name = unregisterResource)]
    pub fn unregister_resource(&self, name: &JsValue) -> Result<bool, JsValue> {
        self.driver.unregister(Kind::Resource, name)
    }

    #[wasm_bindgen(js_name = unregisterAll)]
    pub fn unregister_all(&self) {
        self.driver.unregister_all();
    }

    pub fn tools(&self) -> JsValue {
        self.driver.tools()
    }

    pub fn execute(&self, tool: &JsValue, arguments: &JsValue, options: &JsValue) -> Promise {
        if self.ended.get() {
            return context::rejected(&js::throwable(&Error::Destroyed));
        }
        self.driver.execute(tool, arguments, options)
    }

    /// Fires an event of the page's own, for its listeners and for agents who list events.
    pub fn emit(&self, event: &JsValue, data: &JsValue) -> Result<(), JsValue> {
        annex::emit(self.driver.events.target(), event, data)
    }

    #[wasm_bindgen(js_name = auditLog)]
    pub fn audit_log(&self) -> JsValue {
        self.driver.audit_log()
    }

    #[wasm_bindgen(js_name = setPermissions)]
    pub fn set_permissions(&self, permissions: &JsValue) -> Result<(), JsValue> {
        const METHOD: &str = "setPermissions";
        if permissions.is_undefined() || permissions.is_null() {
            return Err(js::type_error(METHOD, "permissions", "must be an object of booleans, such as {modifyDOM: true}"));
        }
        let flags = flags(METHOD, permissions)?;
        self.driver.permit(&flags);
        Ok(())
    }

    /// The flags that are set, granted or not.
    #[wasm_bindgen(getter)]
    pub fn permissions(&self) -> JsValue {
        self.driver.permitted()
    }

    /// Publishes this page's tools to the browser's model context, and from then on what comes; `false` where there is none.
    pub fn expose(&self) -> bool {
        !self.ended.get() && self.driver.expose()
    }

    pub fn connect(&self, token: &JsValue, options: &JsValue) -> Promise {
        if self.ended.get() {
            return context::rejected(&js::throwable(&Error::Destroyed));
        }
        let text = match token.as_string() {
            Some(text) => text,
            None if token.is_undefined() || token.is_null() => String::new(),
            None => return context::rejected(&js::type_error("connect", "token", "must be a string")),
        };
        // A pairing token is base64, which has no colon.
        let promise = if is_relay_url(&text) {
            self.driver.connect_wu(self.twin(), token, options)
        } else {
            let mut settle = None;
            let promise = Promise::new(&mut |resolve, reject| settle = Some((resolve, reject)));
            self.driver.connect(&text, settle);
            promise
        };
        context::handled(&promise);
        promise
    }

    pub fn disconnect(&self, server: &JsValue) -> Result<(), JsValue> {
        if annex::disconnect(&self.driver.doors_open(), server, &self.driver.server())? {
            self.driver.disconnect();
        }
        Ok(())
    }

    #[wasm_bindgen(getter, js_name = isConnected)]
    pub fn is_connected(&self) -> bool {
        self.status().as_string().as_deref() == Some("connected")
    }

    #[wasm_bindgen(getter)]
    pub fn status(&self) -> JsValue {
        let (doors, own) = self.connections();
        annex::furthest(&doors, &own)
    }

    #[wasm_bindgen(getter)]
    pub fn relays(&self) -> JsValue {
        let (doors, own) = self.connections();
        annex::relays(&doors, &own)
    }

    #[wasm_bindgen(js_name = addEventListener)]
    pub fn add_event_listener(&self, kind: &JsValue, listener: &JsValue, options: &JsValue) -> Result<(), JsValue> {
        let kind = kind.as_string().ok_or_else(|| js::type_error("addEventListener", "type", "must be a string"))?;
        self.driver.events.add(&kind, listener, options)
    }

    #[wasm_bindgen(js_name = removeEventListener)]
    pub fn remove_event_listener(&self, kind: &JsValue, listener: &JsValue, options: &JsValue) -> Result<(), JsValue> {
        let kind = kind.as_string().ok_or_else(|| js::type_error("removeEventListener", "type", "must be a string"))?;
        self.driver.events.remove(&kind, listener, options)
    }

    /// Ends this object; the page's last one closes the connection and takes the widget away. Calling it again does nothing.
    pub fn destroy(&self) {
        if !self.ended.replace(true) {
            self.driver.release();
        }
    }

    /// The other relays' doors and the page's own relay: nothing that a destroyed object has, or waits for.
    fn connections(&self) -> (JsValue, JsValue) {
        if self.ended.get() { Default::default() } else { (self.driver.doors_open(), self.driver.own_relay()) }
    }

    /// Another object for the same page, for the doors that join through the public methods; it counts for nothing.
    fn twin(&self) -> JsValue {
        WebMCP { driver: self.driver.clone(), ended: Cell::new(false) }.into()
    }

    fn register(&self, given: impl FnOnce() -> Result<Given, JsValue>) -> Promise {
        if self.ended.get() {
            return context::rejected(&js::throwable(&Error::Destroyed));
        }
        match self.driver.register(given()) {
            Ok(()) => Promise::resolve(&JsValue::UNDEFINED),
            Err(thrown) => context::rejected(&thrown),
        }
    }
}
