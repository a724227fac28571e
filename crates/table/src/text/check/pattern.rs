//! Analyses a Fluent pattern: its arguments, references, select expressions and texts.

use std::collections::BTreeSet;

use fluent_syntax::ast::{Expression, InlineExpression, Pattern, PatternElement, VariantKey};

#[derive(Default)]
pub(super) struct PatternInfo {
    /// The arguments used in at least one case.
    pub(super) arguments: BTreeSet<String>,
    /// The messages and terms that the pattern references. The names of terms begin with a dash.
    pub(super) references: BTreeSet<String>,
    pub(super) selects: Vec<SelectCases>,
    /// The text of each case of the select expressions, and the text outside them. Contains `{}` for each argument and
    /// each reference.
    pub(super) renderings: Vec<String>,
}

pub(super) struct SelectCases {
    pub(super) argument: String,
    pub(super) keys: BTreeSet<String>,
}

impl PatternInfo {
    pub(super) fn of(pattern: &Pattern<&str>) -> Self {
        let mut info = Self::default();
        info.add_pattern(pattern);
        info
    }

    fn add_pattern(&mut self, pattern: &Pattern<&str>) {
        let mut rendering = String::new();
        for element in &pattern.elements {
            match element {
                PatternElement::TextElement { value } => rendering.push_str(value),
                PatternElement::Placeable { expression } => {
                    self.add_expression(expression, &mut rendering)
                }
            }
        }
        self.renderings.push(rendering);
    }

    fn add_expression(&mut self, expression: &Expression<&str>, rendering: &mut String) {
        match expression {
            Expression::Inline(inline) => self.add_inline(inline, rendering),
            Expression::Select { selector, variants } => {
                self.add_inline(selector, &mut String::new());
                if let InlineExpression::VariableReference { id } = selector {
                    let keys = variants.iter().map(|variant| key(&variant.key));
                    self.selects.push(SelectCases {
                        argument: id.name.to_owned(),
                        keys: keys.collect(),
                    });
                }
                variants
                    .iter()
                    .for_each(|variant| self.add_pattern(&variant.value));
            }
        }
    }

    fn add_inline(&mut self, inline: &InlineExpression<&str>, rendering: &mut String) {
        match inline {
            InlineExpression::VariableReference { id } => {
                self.arguments.insert(id.name.to_owned());
                rendering.push_str("{}");
            }
            InlineExpression::MessageReference { id, .. } => {
                self.references.insert(id.name.to_owned());
                rendering.push_str("{}");
            }
            InlineExpression::TermReference { id, .. } => {
                self.references.insert(format!("-{}", id.name));
                rendering.push_str("{}");
            }
            InlineExpression::FunctionReference { arguments, .. } => arguments
                .positional
                .iter()
                .for_each(|argument| self.add_inline(argument, rendering)),
            InlineExpression::Placeable { expression } => {
                self.add_expression(expression, rendering)
            }
            InlineExpression::StringLiteral { value }
            | InlineExpression::NumberLiteral { value } => rendering.push_str(value),
        }
    }
}

fn key(key: &VariantKey<&str>) -> String {
    match key {
        VariantKey::Identifier { name } => (*name).to_owned(),
        VariantKey::NumberLiteral { value } => (*value).to_owned(),
    }
}
