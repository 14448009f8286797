//! Boxes in rows of equally many bits: which part owns each bit of each row.

use super::{Chart, Role};

/// The number of rows drawn of those that a box fills from side to side.
const DRAWN: u64 = 3;

/// Rows of bits.
pub(super) struct Grid<'c> {
    chart: &'c Chart,
    /// Bits per row.
    pub width: u64,
    pub rows: Vec<Row>,
    /// The parts drawn as boxes, by index, in order of offset.
    boxes: Vec<usize>,
    /// The marks of parts whose name does not fit.
    pub marks: Vec<(usize, char)>,
}

/// A row, or one that represents several.
#[derive(Clone, Copy)]
pub(super) struct Row {
    /// Its first bit.
    pub first: u64,
    /// How many rows it represents.
    pub stands_for: u64,
}

/// The bits of one part in one row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Run {
    /// The part; `None` after the end of the message.
    pub part: Option<usize>,
    /// Its first bit in the row.
    pub lo: u64,
    /// The bit after its last one.
    pub hi: u64,
}

impl<'c> Grid<'c> {
    pub(super) fn new(chart: &'c Chart, width: u64) -> Grid<'c> {
        let parts = chart.parts.iter().enumerate();
        let boxes = parts
            .filter(|(_, part)| part.role != Role::Group && part.place.steps.is_empty() && part.bits > 0);
        let boxes: Vec<usize> = boxes.map(|(index, _)| index).collect();
        let mut grid = Grid { chart, width, rows: Vec::new(), boxes, marks: Vec::new() };
        let mut first = 0;
        while first < chart.bits {
            let full = grid.filled(first);
            let stands_for = if full > DRAWN { full - DRAWN + 1 } else { 1 };
            if stands_for > 1 {
                grid.rows.push(Row { first, stands_for: 1 });
                first += width;
            }
            grid.rows.push(Row { first, stands_for });
            first += stands_for * width;
        }
        grid
    }

    /// The number of full rows, from this one, that belong to one box.
    fn filled(&self, first: u64) -> u64 {
        let Some(part) = self.owner(first) else { return 0 };
        let part = &self.chart.parts[part];
        (part.place.first + part.bits - first) / self.width
    }

    /// The part that owns a bit of the message.
    fn owner(&self, bit: u64) -> Option<usize> {
        let at = self.boxes.partition_point(|part| self.chart.parts[*part].place.first <= bit);
        let part = *self.boxes.get(at.checked_sub(1)?)?;
        let found = &self.chart.parts[part];
        (bit < found.place.first + found.bits).then_some(part)
    }

    /// The part that owns a bit of a row.
    pub(super) fn at(&self, row: usize, bit: u64) -> Option<usize> {
        self.owner(self.rows.get(row)?.first + bit)
    }

    /// The parts of a row.
    pub(super) fn runs(&self, row: usize) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for bit in 0..self.width {
            let part = self.at(row, bit);
            match runs.last_mut().filter(|run| run.part == part) {
                Some(run) => run.hi += 1,
                None => runs.push(Run { part, lo: bit, hi: bit + 1 }),
            }
        }
        runs
    }

    /// The label of each box and its position: the widest run of the box, and the name if it fits into `room`
    /// characters for that many bits, otherwise a mark.
    pub(super) fn labels(&mut self, room: impl Fn(u64) -> usize) -> Vec<(usize, Run, String)> {
        let mut best: Vec<Option<(usize, Run)>> = vec![None; self.chart.parts.len()];
        for row in 0..self.rows.len() {
            for run in self.runs(row) {
                let Some(part) = run.part else { continue };
                let wider = |(_, old): &(usize, Run)| run.hi - run.lo > old.hi - old.lo;
                if best[part].as_ref().is_none_or(wider) || self.rows[row].stands_for > 1 {
                    best[part] = Some((row, run));
                }
            }
        }
        let placed = best.into_iter().flatten();
        placed.map(|(row, run)| (row, run, self.label(run, room(run.hi - run.lo)))).collect()
    }

    /// The label of a run with room for this many characters.
    fn label(&mut self, run: Run, room: usize) -> String {
        let Some(index) = run.part else { return String::new() };
        let part = &self.chart.parts[index];
        let whole = format!("{}: {}", part.path, part.ty);
        let last = part.path.rsplit('.').next().unwrap_or_default();
        let fits = [whole.as_str(), part.path.as_str(), last].into_iter().find(|text| text.len() <= room);
        match fits {
            Some(text) => text.to_string(),
            None => {
                let sign = sign(self.marks.len());
                self.marks.push((index, sign));
                sign.to_string()
            }
        }
    }
}

/// The mark of a box whose name does not fit; after the last letter, a star, which refers to the offset.
fn sign(position: usize) -> char {
    let letters = (b'a'..=b'z').chain(b'A'..=b'Z');
    letters.map(char::from).nth(position).unwrap_or('*')
}
