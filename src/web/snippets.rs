//! The files that hand-written modules import from each other. wasm-bindgen copies what Rust imports from; these it copies because
//! they are named here, beside the modules that need them.

use wasm_bindgen::prelude::*;

macro_rules! copied {
    ($($file:literal)*) => {
        $(const _: () = {
            #[wasm_bindgen(module = $file)]
            extern "C" {
                #[allow(dead_code)]
                fn copied();
            }
        };)*
    };
}

copied! {
    "/src/js/form/styles.js"
    "/src/js/model-context/entries.js"
    "/src/js/model-context/errors.js"
    "/src/js/model-context/execute.js"
    "/src/js/model-context/frames.js"
    "/src/js/model-context/interfaces.js"
    "/src/js/model-context/origins.js"
    "/src/js/model-context/register.js"
    "/src/js/model-context/run.js"
    "/src/js/model-context/serve.js"
    "/src/js/model-context/state.js"
    "/src/js/model-context/tasks.js"
    "/src/js/model-context/webidl.js"
    "/src/js/widget/calls.js"
    "/src/js/widget/clipboard.js"
    "/src/js/widget/elements.js"
    "/src/js/widget/frame.js"
    "/src/js/widget/intents.js"
    "/src/js/widget/lists.js"
    "/src/js/widget/markup.js"
    "/src/js/widget/panel.js"
    "/src/js/widget/questions.js"
    "/src/js/widget/sample.js"
    "/src/js/widget/sounds.js"
}
