//! Turns the values chosen in a menu into an intent.

use rules::{ChoiceAnswer, Play};

use super::value::{five, number, seat, title_by_id};
use super::{Control, ControlAction, ControlError};
use crate::intent::{
    CALL_PLAYERS, Intent, Meaning, Menu, PREDICT_NOBODY, PanelStep, REMOVE_COMPUTER,
};
use crate::option_value::OptionValue;

impl Control {
    /// Returns the meaning of a click, given the values chosen in a menu. A button has no values.
    ///
    /// # Errors
    /// [`ControlError`] for values that the control cannot have offered, or for the wrong number of values.
    pub fn with_values<V: AsRef<str>>(&self, values: &[V]) -> Result<Meaning, ControlError> {
        match (self.action, values) {
            (ControlAction::Button(intent), []) => Ok(intent.into()),
            (ControlAction::PageButton(intent), []) => Ok(intent.into()),
            (ControlAction::Menu(Menu::Five), values) => {
                let titles = five(values.iter().map(|id| title_by_id(id.as_ref())))?;
                Ok(Intent::Play(Play::Five { titles }).into())
            }
            (ControlAction::Menu(menu), [value]) => Ok(menu.choose(value.as_ref())?.into()),
            (ControlAction::PageMenu(menu), [value]) => Ok(menu.choose(value.as_ref())?.into()),
            _ => Err(ControlError),
        }
    }
}

impl Menu {
    fn choose(self, value: &str) -> Result<Intent, ControlError> {
        Ok(match self {
            Self::Option(kind) => {
                Intent::SetOption(OptionValue::parse(kind, value).ok_or(ControlError)?)
            }
            Self::Computers { .. } if value == REMOVE_COMPUTER => Intent::RemoveComputer,
            Self::Computers { .. } if value == CALL_PLAYERS => Intent::CallPlayers,
            Self::Computers { .. } => Intent::AddComputer(value.parse().map_err(|_| ControlError)?),
            Self::Remove => Intent::Remove(number(value)?),
            Self::HandOver => Intent::HandOver(number(value)?),
            Self::Target(targeted) => targeted.on(seat(value)?),
            Self::Hand { .. } => Intent::Show(PanelStep::Title(title_by_id(value)?)),
            Self::Naming { title, wild, on } => Intent::Play(Play::Triple {
                title,
                wild,
                on,
                naming: title_by_id(value)?,
            }),
            Self::Five => return Err(ControlError),
            Self::Place => Intent::Answer(ChoiceAnswer::Place(number(value)?)),
            Self::Give => Intent::Answer(ChoiceAnswer::Give(title_by_id(value)?)),
            Self::Take => Intent::Answer(ChoiceAnswer::Take(title_by_id(value)?)),
            Self::Predict if value == PREDICT_NOBODY => Intent::Predict(None),
            Self::Predict => Intent::Predict(Some(seat(value)?)),
        })
    }
}
