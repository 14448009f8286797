//! Rows to a table on the output.

use std::io::{self, Write};

use wireglot_table::columns::Columns;
use wireglot_table::csv::Csv;
use wireglot_table::select::Output;
use wireglot_table::store::Store;

use crate::input::table_args::TableForm;
use crate::output::exit::Failure;

/// Rows of a batch, and octets of text in it.
const BATCH: (usize, usize) = (10_000, 64 << 20);

/// Takes rows, and writes them batch by batch.
pub struct Table<W: Write + Send> {
    store: Store,
    form: Form<W>,
}

enum Form<W: Write + Send> {
    Csv(Csv<W>),
    #[cfg(feature = "tables")]
    Arrow(Box<wireglot_table::arrow::Ipc<W>>),
    #[cfg(feature = "tables")]
    Parquet(Box<wireglot_table::arrow::Parquet<W>>),
}

impl<W: Write + Send> Table<W> {
    /// A table that begins with the names of its columns.
    ///
    /// # Errors
    /// This build has no such form, or nothing can be written.
    pub fn new(form: TableForm, columns: &Columns, outputs: &[Output], out: W) -> Result<Self, Failure> {
        let store = Store::new(columns.clone());
        let form = Form::new(form, &store, outputs, out)?;
        Ok(Table { store, form })
    }

    fn batch(&mut self) -> io::Result<()> {
        self.store.complete();
        match &mut self.form {
            Form::Csv(csv) => csv.batch(&self.store)?,
            #[cfg(feature = "tables")]
            Form::Arrow(arrow) => arrow.batch(&self.store)?,
            #[cfg(feature = "tables")]
            Form::Parquet(parquet) => parquet.batch(&self.store)?,
        }
        self.store.clear();
        Ok(())
    }

    /// Writes what is left, and the end.
    ///
    /// # Errors
    /// Nothing can be written.
    pub fn finish(mut self) -> io::Result<()> {
        if self.store.rows() > 0 {
            self.batch()?;
        }
        match self.form {
            Form::Csv(csv) => csv.finish(),
            #[cfg(feature = "tables")]
            Form::Arrow(arrow) => arrow.finish(),
            #[cfg(feature = "tables")]
            Form::Parquet(parquet) => parquet.finish(),
        }
    }
}

impl<W: Write + Send> Form<W> {
    #[cfg(feature = "tables")]
    fn new(form: TableForm, store: &Store, outputs: &[Output], out: W) -> Result<Form<W>, Failure> {
        use wireglot_table::arrow::{Ipc, Parquet};
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

/// Takes whole rows: what comes of records comes so.
impl<W: Write + Send> Write for Table<W> {
    fn write(&mut self, rows: &[u8]) -> io::Result<usize> {
        let mut rest = rows;
        loop {
            rest = self.store.add(rest, BATCH.0, BATCH.1);
            if rest.is_empty() {
                return Ok(rows.len());
            }
            self.batch()?;
        }
    }

    /// Batches are written when they are full.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
