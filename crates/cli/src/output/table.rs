//! Writes rows as a table.

use std::io::{self, Write};

use wireglot_table::batching::Batching;
use wireglot_table::columns::Columns;
use wireglot_table::csv::Csv;
use wireglot_table::select::Output;
use wireglot_table::store::Store;

use crate::input::table_args::TableForm;
use crate::output::exit::Failure;

/// Collects rows and writes them in batches.
pub struct Table<W: Write + Send> {
    rows: Batching,
    form: Form<W>,
    written: u64,
    /// Whether flushing writes all rows, since what was written must be complete.
    resumable: bool,
}

enum Form<W: Write + Send> {
    Csv(Csv<W>),
    #[cfg(feature = "tables")]
    Arrow(Box<wireglot_table::files::Ipc<W>>),
    #[cfg(feature = "tables")]
    Parquet(Box<wireglot_table::files::Parquet<W>>),
}

impl<W: Write + Send> Table<W> {
    /// Starts a table with the names of its columns.
    ///
    /// # Errors
    /// This build does not support the form, or the output can't be written.
    pub fn new(form: TableForm, columns: &Columns, outputs: &[Output], out: W) -> Result<Self, Failure> {
        let rows = Batching::new(columns.clone());
        let form = Form::new(form, rows.store(), outputs, out)?;
        Ok(Table { rows, form, written: 0, resumable: false })
    }

    /// Starts a table in CSV that can be interrupted, or continues one.
    ///
    /// # Errors
    /// The output can't be written.
    pub fn resumable(columns: &Columns, outputs: &[Output], out: W, continues: bool) -> io::Result<Self> {
        let rows = Batching::new(columns.clone());
        let csv = match continues {
            true => Csv::continued(out, rows.store(), outputs),
            false => Csv::new(out, rows.store(), outputs)?,
        };
        Ok(Table { rows, form: Form::Csv(csv), written: 0, resumable: true })
    }

    /// Writes the last batch and the end of the table; returns the number of rows.
    ///
    /// # Errors
    /// The output can't be written.
    pub fn finish(self) -> io::Result<u64> {
        let Table { rows, mut form, mut written, .. } = self;
        rows.finish(|store| {
            written += store.rows() as u64;
            form.batch(store)
        })?;
        match form {
            Form::Csv(csv) => csv.finish(),
            #[cfg(feature = "tables")]
            Form::Arrow(arrow) => arrow.finish(),
            #[cfg(feature = "tables")]
            Form::Parquet(parquet) => parquet.finish(),
        }?;
        Ok(written)
    }
}

impl<W: Write + Send> Form<W> {
    fn batch(&mut self, store: &Store) -> io::Result<()> {
        match self {
            Form::Csv(csv) => csv.batch(store),
            #[cfg(feature = "tables")]
            Form::Arrow(arrow) => arrow.batch(store),
            #[cfg(feature = "tables")]
            Form::Parquet(parquet) => parquet.batch(store),
        }
    }

    #[cfg(feature = "tables")]
    fn new(form: TableForm, store: &Store, outputs: &[Output], out: W) -> Result<Form<W>, Failure> {
        use wireglot_table::files::{Ipc, Parquet};
        Ok(match form {
            TableForm::Csv => Form::Csv(Csv::new(out, store, outputs)?),
            TableForm::Arrow => Form::Arrow(Box::new(Ipc::new(out, store, outputs)?)),
            TableForm::Parquet => Form::Parquet(Box::new(Parquet::new(out, store, outputs)?)),
        })
    }

    #[cfg(not(feature = "tables"))]
    fn new(form: TableForm, store: &Store, outputs: &[Output], out: W) -> Result<Form<W>, Failure> {
        match form {
            TableForm::Csv => Ok(Form::Csv(Csv::new(out, store, outputs)?)),
            TableForm::Arrow | TableForm::Parquet => Err(Failure::Usage(format!(
                "--as {} is not in this build: cargo install --path crates/cli --features tables",
                form.word()
            ))),
        }
    }
}

/// Expects whole rows, which is how the output of records arrives.
impl<W: Write + Send> Write for Table<W> {
    fn write(&mut self, rows: &[u8]) -> io::Result<usize> {
        let Table { rows: waiting, form, written, .. } = self;
        waiting.add(rows, |store| {
            *written += store.rows() as u64;
            form.batch(store)
        })?;
        Ok(rows.len())
    }

    /// Does nothing: batches are written when they are full, unless the table can be interrupted.
    fn flush(&mut self) -> io::Result<()> {
        let Table { rows, form: Form::Csv(csv), written, resumable: true } = self else { return Ok(()) };
        rows.flush(|store| {
            *written += store.rows() as u64;
            csv.batch(store)
        })?;
        csv.flush()
    }
}
