//! `wireglot layout`: prints the layout of messages.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use wireglot_driver::chart::Form;
use wireglot_driver::inspect::page::Page;
use wireglot_driver::languages::{Feature, Request};

use crate::input::args::host;
use crate::input::languages::{language_of, languages, refused};
use crate::output::destination::OutputArg;
use crate::output::exit::{Done, Failure};
use crate::output::page::{only_over_pages, write_page};
use crate::output::schema_verdict::Judgement;

/// Print the field layout of messages, for an interface document
///
/// For formats with a fixed layout: bitproto and SBE. A chart shows where each field starts, its length, type
/// and comment, and the names of enum values and set bits; fields after a variable part are marked with a star. SBE
/// messages have a chart for the block, for each group's entries, and for each data field. Text output has
/// boxes as in RFCs and a table; SVG draws the boxes; `--html` writes a page for a browser.
#[derive(Args)]
#[command(after_help = "Examples:
  wireglot layout buoy.bitproto
  wireglot layout buoy.bitproto -t Ping --as svg > ping.svg
  wireglot layout buoy.bitproto -t Ping --as markdown >> interface.md
  wireglot layout orders.xml --html orders.html")]
pub struct Layout {
    /// The schema file
    #[arg(value_name = "FILE", required_unless_present = "schema", conflicts_with = "schema")]
    file: Option<PathBuf>,
    /// The schema file, as in other verbs
    #[arg(short = 's', long = "schema", value_name = "FILE")]
    schema: Option<PathBuf>,
    /// The message; default: all messages in the file
    #[arg(short = 't', long = "type", value_name = "MESSAGE")]
    name: Option<String>,
    /// The form of the chart
    #[arg(long = "as", value_name = "FORM", default_value = "text")]
    form: Word,
    /// Write a self-contained HTML page instead, with the fields as a tree and their bits beside it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["form", "row", "whole_file"])]
    html: Option<PathBuf>,
    /// Bits per row of boxes
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u64).range(1..=256))]
    row: u64,
    /// Allow schemas to include and import any file, not only from their own folder
    #[arg(long)]
    allow_outside: bool,
    #[command(flatten)]
    output: OutputArg,
}

#[derive(Clone, Copy, ValueEnum)]
enum Word {
    Text,
    Svg,
    Markdown,
}

impl Layout {
    pub fn run(self) -> Done {
        let form = match self.form {
            Word::Text => Form::Text,
            Word::Svg => Form::Svg,
            Word::Markdown => Form::Markdown,
        };
        self.html.as_deref().map_or(Ok(()), only_over_pages)?;
        let file = self.file.or(self.schema).unwrap_or_default();
        let (file, language) = (file.as_path(), language_of(&file)?);
        languages().demand(language, Feature::Charts, "layout", file)?;
        let schemas = [file.to_path_buf()];
        let request = Request { schemas: &schemas, ..Request::default() };
        let made = language.compile(&request, host(self.allow_outside, &[]))?;
        Judgement::usual(false).demand(&*made)?;
        let charts = made.charts(self.name.as_deref());
        let mut charts = charts.map_err(|refusal| refused("layout", language, file, refusal))?;
        if let Some(html) = &self.html {
            let mut page = Page::new(&file.display().to_string());
            charts.iter().for_each(|chart| page.add_chart(chart));
            return write_page(html, &page);
        }
        if let (Form::Svg, [_, _, ..]) = (form, &charts[..]) {
            let names: Vec<&str> = charts.iter().map(|chart| chart.title.as_str()).collect();
            match charts.iter().position(|chart| self.name.as_ref() == Some(&chart.title)) {
                Some(named) => charts = vec![charts.swap_remove(named)],
                None => {
                    let told =
                        format!("a picture shows one message: choose it with -t: {}", names.join(", "));
                    return Err(Failure::Usage(told));
                }
            }
        }
        let mut out = self.output.open()?;
        for (index, chart) in charts.iter().enumerate() {
            let space = if index > 0 { "\n" } else { "" };
            out.write_all(format!("{space}{}", chart.print(form, self.row)).as_bytes())?;
        }
        out.finish()
    }
}
