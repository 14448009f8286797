//! Arrow batches in files: as an IPC stream, and as Parquet.

use std::error::Error;
use std::io::{self, Write};

use arrow_ipc::writer::StreamWriter;
use arrow_schema::SchemaRef;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;

use crate::arrow::{batch, schema};
use crate::select::Output;
use crate::store::Store;

/// Writes batches as an Arrow IPC stream.
pub struct Ipc<W: Write> {
    writer: StreamWriter<W>,
    schema: SchemaRef,
    outputs: Vec<Output>,
}

impl<W: Write> Ipc<W> {
    /// A writer; writes the schema.
    ///
    /// # Errors
    /// Writing failed.
    pub fn new(out: W, store: &Store, outputs: &[Output]) -> io::Result<Ipc<W>> {
        let schema = schema(store, outputs);
        let writer = StreamWriter::try_new(out, &schema).map_err(cause)?;
        Ok(Ipc { writer, schema, outputs: outputs.to_vec() })
    }

    /// Writes all rows of a completed store.
    ///
    /// # Errors
    /// Writing failed.
    pub fn batch(&mut self, store: &Store) -> io::Result<()> {
        let batch = batch(store, &self.outputs, &self.schema)?;
        self.writer.write(&batch).map_err(cause)
    }

    /// Ends the stream.
    ///
    /// # Errors
    /// Writing failed.
    pub fn finish(mut self) -> io::Result<()> {
        self.writer.finish().map_err(cause)
    }
}

/// Writes a Parquet file, compressed with zstd.
pub struct Parquet<W: Write + Send> {
    writer: ArrowWriter<W>,
    schema: SchemaRef,
    outputs: Vec<Output>,
}

/// Rows per row group of a Parquet file.
const GROUP: usize = 1 << 18;

impl<W: Write + Send> Parquet<W> {
    /// A writer of a file.
    ///
    /// # Errors
    /// Parquet does not support these columns, or writing failed.
    pub fn new(out: W, store: &Store, outputs: &[Output]) -> io::Result<Parquet<W>> {
        let schema = schema(store, outputs);
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(3).map_err(cause)?))
            .set_max_row_group_row_count(Some(GROUP))
            .build();
        let writer = ArrowWriter::try_new(out, schema.clone(), Some(properties)).map_err(cause)?;
        Ok(Parquet { writer, schema, outputs: outputs.to_vec() })
    }

    /// Writes all rows of a completed store.
    ///
    /// # Errors
    /// Writing failed.
    pub fn batch(&mut self, store: &Store) -> io::Result<()> {
        let batch = batch(store, &self.outputs, &self.schema)?;
        self.writer.write(&batch).map_err(cause)
    }

    /// Ends the file.
    ///
    /// # Errors
    /// Writing failed.
    pub fn finish(self) -> io::Result<()> {
        self.writer.close().map(|_| ()).map_err(cause)
    }
}

/// What the output itself reports, without the words of the crates between.
fn cause(error: impl Error + Send + Sync + 'static) -> io::Error {
    let mut source = error.source();
    while let Some(inner) = source {
        match inner.downcast_ref::<io::Error>() {
            Some(of_output) => return io::Error::new(of_output.kind(), of_output.to_string()),
            None => source = inner.source(),
        }
    }
    io::Error::other(error)
}
