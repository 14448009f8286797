//! Deviations from the specification that are accepted in messages.

use clap::{Args, ValueEnum};
use wireglot_driver::inputs::Settings;
use wireglot_driver::languages::Feature;
use wireglot_driver::records::Framing;
use wireglot_driver::{DecodeOptions, OpenTypes};

use crate::input::data::LimitArgs;
use crate::output::exit::{Done, Failure};

/// What is taken inside of messages.
#[derive(Args)]
pub struct OpenTypeArgs {
    /// What to do if an open type, or a string with CONTAINING, doesn't decode as the expected type: keep
    /// shows its bytes and warns, strict refuses the message [default: keep; with --strict: strict]
    #[arg(long, value_name = "HOW")]
    open_types: Option<OnOpenType>,
}

/// The same, and what is taken behind them.
#[derive(Args)]
pub struct ToleranceArgs {
    #[command(flatten)]
    open_types: OpenTypeArgs,
    /// What to do with bytes left over after a message, or inside an open type or a string with CONTAINING:
    /// refuse the message, or skip them with a warning
    #[arg(long, value_name = "HOW", default_value = "refuse")]
    trailing: OnTrailing,
}

/// What becomes of an open type that does not hold what it should.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum OnOpenType {
    /// Refuse the message
    Strict,
    /// Show its bytes, and warn
    Keep,
}

/// What becomes of octets that are left over.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum OnTrailing {
    /// Keep the message without them, and warn
    Keep,
    /// Refuse the message
    Refuse,
}

impl OpenTypeArgs {
    /// The default options for decoding records, the same for all verbs that read them.
    pub fn options(&self, limits: &LimitArgs, strict: bool) -> DecodeOptions {
        let default = if strict { OnOpenType::Strict } else { OnOpenType::Keep };
        let open_types = match self.open_types.unwrap_or(default) {
            OnOpenType::Strict => OpenTypes::Strict,
            OnOpenType::Keep => OpenTypes::Keep,
        };
        DecodeOptions { open_types, trailing: true, limits: limits.limits(), ..DecodeOptions::default() }
    }

    /// Whether the option was given.
    pub fn is_said(&self) -> bool {
        self.open_types.is_some()
    }

    /// The option, the feature that it needs, and whether it was given.
    pub fn demand(&self) -> (&'static str, Feature, bool) {
        ("--open-types", Feature::Extensions, self.is_said())
    }
}

impl ToleranceArgs {
    /// The default options for decoding records.
    pub fn options(&self, limits: &LimitArgs, strict: bool) -> DecodeOptions {
        DecodeOptions { pass_over: self.passes_over(), ..self.open_types.options(limits, strict) }
    }

    /// The options, the features that they need, and whether they were given.
    pub fn demands(&self) -> [(&'static str, Feature, bool); 2] {
        [self.open_types.demand(), ("--trailing", Feature::Trailing, self.passes_over())]
    }

    fn passes_over(&self) -> bool {
        self.trailing == OnTrailing::Keep
    }

    /// Whether another message may follow in the same input or frame.
    pub fn several(&self, framing: &Framing) -> bool {
        framing.prefix.is_none() && !self.passes_over()
    }

    /// Skips whatever follows a message, to the end of its input or frame.
    ///
    /// # Errors
    /// Blocks hold several messages.
    pub fn settle(&self, settings: Settings) -> Result<Settings, Failure> {
        self.blocks(&settings.framing)?;
        Ok(Settings { whole: settings.whole || self.passes_over(), ..settings })
    }

    fn blocks(&self, framing: &Framing) -> Done {
        match self.passes_over() && framing.block.is_some() {
            true => {
                Err(Failure::Usage("--trailing keep: with --block, only records say where they end".into()))
            }
            false => Ok(()),
        }
    }
}
