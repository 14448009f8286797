//! `wireglot check --cost`: a table of the memory that messages may take.

use std::io::Write;

use wireglot_driver::languages::{Cost, TypeCost, Why};
use wireglot_driver::Rules;

use crate::output::exit::Done;

/// Writes the costs of all types in some rules, highest first.
pub fn write(rules: Rules, costs: &[TypeCost], out: &mut impl Write) -> Done {
    let head = ["per octet", "fixed", "type", "because of"].map(String::from);
    let mut rows = vec![head];
    rows.extend(costs.iter().map(|TypeCost { name, cost }| {
        [cost.per_octet.to_string(), cost.fixed.to_string(), name.clone(), because(cost)]
    }));
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let (per_octet, fixed, ty) = (width(0), width(1), width(2));
    let mut lines = rows.iter().map(|row| {
        format!("{:>per_octet$}  {:>fixed$}  {:<ty$}  {}", row[0], row[1], row[2], row[3])
            .trim_end()
            .to_string()
    });
    writeln!(out, "{rules}")?;
    lines.try_for_each(|line| writeln!(out, "{line}"))?;
    Ok(())
}

fn because(cost: &Cost) -> String {
    let what = match cost.why {
        Why::Elements => "elements",
        Why::Recursion => "recursion",
        Why::Contents => "contents",
        Why::Unknown => "unknown extensions",
        Why::Bounded => return String::new(),
    };
    format!("{what}: {}", cost.path)
}
