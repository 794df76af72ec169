//! A form described as data: which of its controls are parameters, the schema they make, and what arguments do to them.
//!
//! Everything here follows what a browser with native form tools does, to the letter: an agent must not be able to tell the two
//! apart. `web/forms.rs` reads the form from the page and carries the [`Write`]s out.

mod fill;
mod schema;
mod text;

pub use fill::{Write, plan};
pub use schema::schema;

/// What a control is, as far as its schema goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Any input of text, and a `<textarea>`.
    Text,
    Number,
    Range,
    Date,
    DateTime,
    Time,
    Month,
    Week,
    Color,
    Checkbox,
    Radio,
    Select,
    Multiple,
    Hidden,
    /// Files, buttons, outputs, fieldsets: never a parameter, but they hold their name.
    Other,
}

impl Kind {
    /// By the element's local name and its `type` property.
    pub fn of(element: &str, kind: &str) -> Self {
        match (element, kind) {
            ("textarea", _) => Kind::Text,
            ("select", "select-multiple") => Kind::Multiple,
            ("select", _) => Kind::Select,
            ("input", "number") => Kind::Number,
            ("input", "range") => Kind::Range,
            ("input", "date") => Kind::Date,
            ("input", "datetime-local") => Kind::DateTime,
            ("input", "time") => Kind::Time,
            ("input", "month") => Kind::Month,
            ("input", "week") => Kind::Week,
            ("input", "color") => Kind::Color,
            ("input", "checkbox") => Kind::Checkbox,
            ("input", "radio") => Kind::Radio,
            ("input", "hidden") => Kind::Hidden,
            ("input", "file" | "submit" | "button" | "reset" | "image") => Kind::Other,
            ("input", _) => Kind::Text,
            _ => Kind::Other,
        }
    }

    /// Where `readonly` means nothing, the browser does not heed it either.
    fn heeds_readonly(self) -> bool {
        !matches!(
            self,
            Kind::Range | Kind::Color | Kind::Checkbox | Kind::Radio | Kind::Select | Kind::Multiple | Kind::Hidden | Kind::Other
        )
    }
}

/// An option of a `<select>`.
#[derive(Clone, Debug)]
pub struct Choice {
    pub value: String,
    /// Its text as written, not trimmed; a `label` attribute does not count.
    pub text: String,
}

/// A control, in the order of `form.elements`.
#[derive(Clone, Debug)]
pub struct Control {
    pub kind: Kind,
    pub name: String,
    /// The `value` attribute; of a checkbox or radio button the value that it submits.
    pub value: String,
    pub required: bool,
    /// By itself or through a `<fieldset>`.
    pub disabled: bool,
    pub readonly: bool,
    pub min: Option<String>,
    pub max: Option<String>,
    pub step: Option<String>,
    /// Only of an `<input>`, and only where it compiles.
    pub pattern: Option<String>,
    /// `toolparamdescription`.
    pub described: Option<String>,
    /// The text of its labels, joined.
    pub label: Option<String>,
    /// `aria-description`.
    pub aria: Option<String>,
    pub choices: Vec<Choice>,
    /// The fieldsets around it, the nearest first: positions in [`Form::fieldsets`].
    pub fieldsets: Vec<usize>,
}

/// A form as its controls and the `toolparamdescription`s of its fieldsets.
#[derive(Clone, Debug, Default)]
pub struct Form {
    pub controls: Vec<Control>,
    pub fieldsets: Vec<Option<String>>,
}

/// The controls of one name.
pub(crate) struct Field<'a> {
    pub name: &'a str,
    pub members: Vec<usize>,
    /// How it is a parameter; `None` where it is not one but holds its name.
    pub role: Option<Role>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Single,
    Radios,
    Checkboxes,
}

impl Form {
    /// The fields, in the order of their first controls.
    pub(crate) fn fields(&self) -> Vec<Field<'_>> {
        let mut fields: Vec<Field> = Vec::new();
        for (index, control) in self.controls.iter().enumerate() {
            if control.disabled || control.readonly && control.kind.heeds_readonly() {
                continue;
            }
            match fields.iter_mut().find(|field| field.name == control.name) {
                Some(field) => field.members.push(index),
                None => fields.push(Field { name: &control.name, members: vec![index], role: None }),
            }
        }
        for field in &mut fields {
            field.role = self.role(&field.members);
        }
        fields
    }

    fn role(&self, members: &[usize]) -> Option<Role> {
        let kind = |index: &usize| self.controls[*index].kind;
        let all = |wanted| members.iter().all(|index| kind(index) == wanted);
        if all(Kind::Radio) {
            return Some(Role::Radios);
        }
        let [only] = members else { return all(Kind::Checkbox).then_some(Role::Checkboxes) };
        match kind(only) {
            Kind::Other => None,
            Kind::Hidden if self.controls[*only].own_description().is_none() => None,
            _ => Some(Role::Single),
        }
    }

    /// The description of a parameter, where it has one.
    fn description(&self, field: &Field) -> Option<&str> {
        if let [only] = field.members[..] {
            let control = &self.controls[only];
            return control.own_description().or(non_empty(&control.label)).or(non_empty(&control.aria));
        }
        // A group is described by the nearest fieldset around all of it, and by no other.
        let [first, rest @ ..] = &field.members[..] else { return None };
        let around = |fieldset: &&usize| rest.iter().all(|index| self.controls[*index].fieldsets.contains(fieldset));
        let nearest = self.controls[*first].fieldsets.iter().find(around)?;
        non_empty(self.fieldsets.get(*nearest)?)
    }
}

impl Control {
    fn own_description(&self) -> Option<&str> {
        non_empty(&self.described)
    }
}

fn non_empty(text: &Option<String>) -> Option<&str> {
    text.as_deref().filter(|text| !text.is_empty())
}
