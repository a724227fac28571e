//! Each person's most recent private panel, used to decide which panels to refresh. Kept in memory only: after a
//! restart, no panels are known, and people get a new panel when they open their hand again.

use std::collections::{BTreeMap, BTreeSet};

use crate::fixed_time_limits::{HAND_FOLDS_AFTER, PANEL_LIFETIME};
use crate::ids::{Millis, Revision, UserId};
use crate::intent::PanelStep;
use crate::panel_summary::PanelSummary;
use crate::screen::{self, Hint, PanelView};
use crate::screen_format::ScreenFormat;

/// The most recent panel of each person who has opened a panel at this table.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpenPanels {
    panels: BTreeMap<UserId, Panel>,
    /// The people whose first hand ever was opened in the running game.
    first_hands: BTreeSet<UserId>,
    /// The hints given to each person, and the start of the step in which each hint was first given.
    hints: BTreeMap<(UserId, Hint), Millis>,
    /// The step of the hand that each person was shown last, in a panel or a direct message.
    steps: BTreeMap<UserId, ShownStep>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Panel {
    /// The time of the click that the panel answered.
    pub(crate) shown_at: Millis,
    pub(crate) format: ScreenFormat,
    /// The table's revision after that click.
    pub(crate) revision: Revision,
    pub(crate) content: PanelContent,
    /// The hand that the panel shows; `None` if it shows none.
    pub(crate) shown: Option<PanelSummary>,
}

#[derive(Clone, Copy, Debug)]
struct ShownStep {
    step: PanelStep,
    sent_at: Millis,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PanelContent {
    Hand,
    ExplainedHand,
    Options,
}

impl Panel {
    fn is_hand(&self) -> bool {
        self.content != PanelContent::Options
    }

    fn folds_at(&self) -> Millis {
        self.shown_at.after(HAND_FOLDS_AFTER)
    }
}

impl OpenPanels {
    pub(crate) fn panel_shown(&mut self, user: UserId, panel: Panel) {
        self.panels.insert(user, panel);
    }

    /// Records that a person's panel now shows this hand. At the deal, the host's options panel turns into a hand.
    pub(crate) fn hand_shown(&mut self, user: UserId, shown: PanelSummary) {
        if let Some(panel) = self.panels.get_mut(&user) {
            panel.shown = Some(shown);
            if panel.content == PanelContent::Options {
                panel.content = PanelContent::Hand;
            }
        }
    }

    pub(crate) fn shown(&self, user: UserId) -> Option<PanelSummary> {
        self.panels.get(&user)?.shown
    }

    pub(crate) fn step_sent(&mut self, user: UserId, step: PanelStep, sent_at: Millis) {
        self.steps.insert(user, ShownStep { step, sent_at });
    }

    /// Returns the step that was sent to a person less than `seen_after` ago, which they cannot have seen yet.
    pub(crate) fn unseen_step(
        &self,
        user: UserId,
        now: Millis,
        seen_after: Millis,
    ) -> Option<PanelStep> {
        let shown = self.steps.get(&user)?;
        (now.since(shown.sent_at) < seen_after).then_some(shown.step)
    }

    /// Updates the format of a person's panel. Every click contains the current format.
    pub(crate) fn set_format(&mut self, user: UserId, format: ScreenFormat) {
        if let Some(panel) = self.panels.get_mut(&user) {
            panel.format = format;
        }
    }

    /// Returns the table's revision when a person's most recent panel answered a click. Refreshes do not change it.
    pub(crate) fn panel_revision(&self, user: UserId) -> Option<Revision> {
        self.panels.get(&user).map(|panel| panel.revision)
    }

    pub(crate) fn note_first_hand(&mut self, user: UserId) {
        self.first_hands.insert(user);
    }

    pub(crate) fn is_first_hand(&self, user: UserId) -> bool {
        self.first_hands.contains(&user)
    }

    /// Adds the hint that fits a panel, unless the owner was given that hint in an earlier step. The hint stays for the
    /// whole step that began at `step_began`.
    pub(crate) fn add_hint(&mut self, view: &mut PanelView, user: UserId, step_began: Millis) {
        view.hint = screen::hint(view)
            .filter(|&hint| *self.hints.entry((user, hint)).or_insert(step_began) == step_began);
    }

    /// Returns the step to show when a person's panel is refreshed: an explanation stays until the reader clicks
    /// something else.
    pub(crate) fn step(&self, user: UserId) -> PanelStep {
        match self.panels.get(&user) {
            Some(panel) if panel.content == PanelContent::ExplainedHand => PanelStep::Explained,
            _ => PanelStep::Hand,
        }
    }

    pub(crate) fn next_fold(&self) -> Option<Millis> {
        let hands = self.panels.values().filter(|panel| panel.is_hand());
        hands.map(Panel::folds_at).min()
    }

    /// Removes one hand that is due to be folded, and returns its owner and format.
    pub(crate) fn take_folding(&mut self, now: Millis) -> Option<(UserId, ScreenFormat)> {
        let mut panels = self.panels.iter();
        let folding = panels.find(|(_, panel)| panel.is_hand() && panel.folds_at() <= now);
        let (&user, _) = folding?;
        Some((user, self.panels.remove(&user)?.format))
    }

    /// Forgets a person's panel, first hand, last step and auto-pass hint at the end of a game.
    pub(crate) fn remove(&mut self, user: UserId) {
        self.panels.remove(&user);
        self.hints.remove(&(user, Hint::AutoPass));
        self.first_hands.remove(&user);
        self.steps.remove(&user);
    }

    /// Returns the people whose panel can still be edited at this time.
    pub(crate) fn readers(&self, at: Millis) -> impl Iterator<Item = UserId> {
        let users = self.panels.keys().copied();
        users.filter(move |user| self.editable(*user, at).is_some())
    }

    /// Returns the format of a person's panel, or `None` if the panel can no longer be edited.
    pub(crate) fn editable(&self, user: UserId, now: Millis) -> Option<ScreenFormat> {
        let panel = self.panels.get(&user)?;
        (now.since(panel.shown_at) < PANEL_LIFETIME).then_some(panel.format)
    }
}
