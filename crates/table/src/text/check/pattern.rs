//! What a piece of Fluent text takes, chooses by and says.

use std::collections::BTreeSet;

use fluent_syntax::ast::{Expression, InlineExpression, Pattern, PatternElement, VariantKey};

/// What is known of one text.
#[derive(Default)]
pub(super) struct Text {
    /// The arguments that it uses, in any of its cases.
    pub(super) arguments: BTreeSet<String>,
    /// The messages and terms that it names; terms with their dash.
    pub(super) references: BTreeSet<String>,
    /// What it chooses by.
    pub(super) cases: Vec<Case>,
    /// Each way in which it can read, with the names of arguments where they stand.
    pub(super) readings: Vec<String>,
}

/// The cases of one choice.
pub(super) struct Case {
    pub(super) argument: String,
    pub(super) keys: BTreeSet<String>,
}

impl Text {
    pub(super) fn of(pattern: &Pattern<&str>) -> Self {
        let mut text = Self::default();
        text.read(pattern);
        text
    }

    fn read(&mut self, pattern: &Pattern<&str>) {
        let mut reading = String::new();
        for element in &pattern.elements {
            match element {
                PatternElement::TextElement { value } => reading.push_str(value),
                PatternElement::Placeable { expression } => self.place(expression, &mut reading),
            }
        }
        self.readings.push(reading);
    }

    fn place(&mut self, expression: &Expression<&str>, reading: &mut String) {
        match expression {
            Expression::Inline(inline) => self.inline(inline, reading),
            Expression::Select { selector, variants } => {
                self.inline(selector, &mut String::new());
                if let InlineExpression::VariableReference { id } = selector {
                    let keys = variants.iter().map(|variant| key(&variant.key));
                    self.cases.push(Case {
                        argument: id.name.to_owned(),
                        keys: keys.collect(),
                    });
                }
                variants
                    .iter()
                    .for_each(|variant| self.read(&variant.value));
            }
        }
    }

    fn inline(&mut self, inline: &InlineExpression<&str>, reading: &mut String) {
        match inline {
            InlineExpression::VariableReference { id } => {
                self.arguments.insert(id.name.to_owned());
                reading.push_str("{}");
            }
            InlineExpression::MessageReference { id, .. } => {
                self.references.insert(id.name.to_owned());
                reading.push_str("{}");
            }
            InlineExpression::TermReference { id, .. } => {
                self.references.insert(format!("-{}", id.name));
                reading.push_str("{}");
            }
            InlineExpression::FunctionReference { arguments, .. } => arguments
                .positional
                .iter()
                .for_each(|argument| self.inline(argument, reading)),
            InlineExpression::Placeable { expression } => self.place(expression, reading),
            InlineExpression::StringLiteral { value }
            | InlineExpression::NumberLiteral { value } => reading.push_str(value),
        }
    }
}

fn key(key: &VariantKey<&str>) -> String {
    match key {
        VariantKey::Identifier { name } => (*name).to_owned(),
        VariantKey::NumberLiteral { value } => (*value).to_owned(),
    }
}
