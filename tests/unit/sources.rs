//! The sources keep the order of the house: the core knows no browser, and the parts of the shell do not know each other.

use std::fs;
use std::path::{Path, PathBuf};

fn source(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(path)
}

/// Every Rust file below a folder of `src`, as its path from there, with its code; comments are left out.
fn files(folder: &str) -> Vec<(String, String)> {
    let (mut found, mut open) = (Vec::new(), vec![source(folder)]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let name = path.strip_prefix(source("")).unwrap().to_string_lossy().replace('\\', "/");
                found.push((name, code(&fs::read_to_string(&path).unwrap())));
            }
        }
    }
    found
}

fn code(text: &str) -> String {
    text.lines().filter(|line| !line.trim_start().starts_with("//")).flat_map(|line| [line, "\n"]).collect()
}

fn is_shell(name: &str) -> bool {
    ["lib.rs", "client.rs", "wu.rs"].contains(&name)
        || ["web/", "driver/", "driver.rs", "web.rs"].iter().any(|shell| name.starts_with(shell))
}

/// The forbidden words of a core file.
fn browser_words(code: &str) -> Vec<&'static str> {
    let words =
        ["wasm_bindgen", "js_sys", "web_sys", "gloo", "serde_wasm_bindgen", "crate::web", "crate::driver", "crate::client", "JsValue"];
    words.into_iter().filter(|word| code.contains(word)).collect()
}

/// The modules of `web` that a file of it names: in `crate::web::x`, `super::x` or a list of such.
fn neighbours(code: &str) -> Vec<String> {
    let mut named = Vec::new();
    for lead in ["crate::web::", "super::"] {
        for rest in code.split(lead).skip(1) {
            let names = match rest.strip_prefix('{') {
                Some(list) => list.split('}').next().unwrap_or_default(),
                None => rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default(),
            };
            let names = names.split(',').filter_map(|name| name.trim().split("::").next());
            named.extend(
                names
                    .filter(|name| source("web").join(format!("{name}.rs")).exists() || source("web").join(name).is_dir())
                    .map(String::from),
            );
        }
    }
    named
}

#[test]
fn the_core_imports_no_browser() {
    let core: Vec<_> = files("").into_iter().filter(|(name, _)| !is_shell(name)).collect();
    for known in ["error.rs", "payload.rs", "names.rs", "registry.rs", "call.rs", "session.rs", "relay/webmcp.rs", "schema/mod.rs"] {
        assert!(core.iter().any(|(name, _)| name == known), "{known} was not looked at");
    }
    for (name, code) in core {
        assert_eq!(browser_words(&code), [""; 0], "{name} is core");
    }
}

#[test]
fn the_core_keeps_out_what_the_wasm_pays_dearly() {
    for (name, code) in files("").into_iter().filter(|(name, _)| !is_shell(name)) {
        for word in ["HashMap", "BTreeMap", "serde_json", "println!", "unsafe "] {
            assert!(!code.contains(word), "{name} holds {word}");
        }
    }
}

#[test]
fn files_of_web_know_no_other_but_js() {
    let web = files("web");
    assert!(web.len() > 10, "only {} files found", web.len());
    for (name, code) in web {
        let own = name.trim_start_matches("web/").split(['/', '.']).next().unwrap_or_default().to_string();
        if name == "web/mod.rs" {
            continue;
        }
        // Inside of a folder module its parts know each other: `super` is the folder.
        let inside = name.matches('/').count() > 1;
        for other in neighbours(&code).into_iter().filter(|other| !inside || code.contains(&format!("crate::web::{other}"))) {
            assert!(other == own || ["js", "host", "options"].contains(&other.as_str()), "{name} knows web/{other}");
        }
        assert!(!code.contains("crate::driver") && !code.contains("crate::client"), "{name} knows what is above it");
    }
}

/// The files below `src` that hand-written JavaScript imports: what stands behind `from`.
fn imported(file: &Path) -> Vec<PathBuf> {
    let text = fs::read_to_string(file).unwrap();
    let named = text.split(" from \"").skip(1).filter_map(|rest| rest.split('"').next());
    let near = named.filter(|name| name.starts_with('.')).map(|name| {
        let mut place = file.parent().unwrap().to_path_buf();
        for part in name.split('/') {
            match part {
                "." => {}
                ".." => assert!(place.pop()),
                part => place.push(part),
            }
        }
        place
    });
    near.collect()
}

#[test]
fn scripts_that_rust_names_import_no_other() {
    let root = source("");
    let root = root.parent().unwrap();
    let named: Vec<PathBuf> = files("web")
        .iter()
        .flat_map(|(_, code)| code.split("\"/src/js/").skip(1).filter_map(|rest| rest.split('"').next()))
        .map(|name| root.join("src/js").join(name))
        .collect();
    assert!(named.contains(&root.join("src/js/widget/frame.js")));
    for file in &named {
        for other in imported(file) {
            assert!(named.contains(&other), "{} imports {}, which web/snippets.rs has to name", file.display(), other.display());
        }
    }
}

#[test]
fn forbidden_imports_would_be_found() {
    assert_eq!(browser_words("use wasm_bindgen::prelude::*;\n"), ["wasm_bindgen"]);
    assert_eq!(browser_words("fn f(x: gloo_timers::Timeout) {}"), ["gloo"]);
    assert_eq!(browser_words(&code("// like js_sys\nuse crate::map::Map;\n")), [""; 0]);
    assert_eq!(neighbours("use crate::web::socket::Socket;\nuse super::{js, page::now};"), ["socket", "js", "page"]);
}
