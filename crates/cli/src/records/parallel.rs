//! Records on several threads: stretches of them are decoded ahead, and written in their order. Behind
//! one that is wrong the records are read one by one until two are good.

use std::collections::VecDeque;
use std::io::Read;
use std::sync::mpsc::{channel, sync_channel, Receiver, SyncSender};
use std::sync::Mutex;

use wireglot_driver::records::{Chunk, Line, Walk};

use crate::exit::{Done, Failure};

use super::reader::{Reader, Work};
use super::{Input, Run};

/// Octets of a stretch: few at first, since much of what is decoded ahead is lost behind damage.
const STRETCH: (usize, usize) = (1 << 13, 1 << 18);

/// What came of a stretch.
struct Made {
    text: Vec<u8>,
    /// Where the text of the last good record begins.
    last: usize,
    /// Records that are good, up to the first that is not.
    good: usize,
}

type Job = (Chunk, SyncSender<(Chunk, Made)>);

impl Run<'_> {
    /// Reads stretches of records as long as all of them are good. The last good record is read once
    /// more: what follows it says whether it is.
    pub(super) fn many<R: Read>(
        &mut self,
        walk: &mut Walk<R>,
        reader: &mut Reader,
        input: &mut Input,
    ) -> Done {
        // Records are read one by one before this is tried again.
        input.row = 0;
        let (work, jobs, line) = (self.work, self.settings.jobs, input.framing.line);
        let (send, take) = channel::<Job>();
        let take = Mutex::new(take);
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(|| labour(work, line, &take));
            }
            self.ahead(walk, reader, input, send)
        })
    }

    /// Hands stretches out and takes what came of them, in order.
    fn ahead<R: Read>(
        &mut self,
        walk: &mut Walk<R>,
        reader: &mut Reader,
        input: &mut Input,
        send: std::sync::mpsc::Sender<Job>,
    ) -> Done {
        let file = input.file.to_string();
        let failed = |e: std::io::Error| Failure::Io(format!("{file}: {e}"));
        let mut waiting: VecDeque<Receiver<(Chunk, Made)>> = VecDeque::new();
        // The last good record of the stretch before: its chunk, and its text.
        let mut held: Option<(Chunk, usize, Vec<u8>)> = None;
        let (mut more, mut octets) = (true, STRETCH.0);
        loop {
            while more && waiting.len() < self.settings.jobs * 2 {
                match walk.chunk(reader, octets).map_err(failed)? {
                    Some(chunk) => {
                        octets = (octets * 2).min(STRETCH.1);
                        let (done, wait) = sync_channel(1);
                        if send.send((chunk, done)).is_err() {
                            break;
                        }
                        waiting.push_back(wait);
                    }
                    None => more = false,
                }
            }
            let Some((chunk, made)) = waiting.pop_front().and_then(|wait| wait.recv().ok()) else { break };
            let all = made.good == chunk.frames.len();
            if made.good > 0 {
                if let Some((_, _, text)) = held.take() {
                    self.good(input, 1, &text)?;
                }
                self.good(input, made.good - 1, made.text.get(..made.last).unwrap_or_default())?;
                self.progress.at(chunk.offset);
                let text = made.text.get(made.last..).unwrap_or_default().to_vec();
                held = Some((chunk, made.good - 1, text));
            } else if held.is_none() {
                held = Some((chunk, 0, Vec::new()));
            } else if let Some((before, ..)) = &mut held {
                before.octets.extend_from_slice(&chunk.octets);
            }
            if !all {
                break;
            }
        }
        drop(send);
        let Some((chunk, frame, _)) = held else { return Ok(()) };
        // Back to the last good record, with all that was taken behind it.
        let start = chunk.frames.get(frame).map_or(0, |frame| frame.start);
        let mut behind = chunk.octets.get(start..).unwrap_or_default().to_vec();
        for wait in waiting {
            if let Ok((chunk, _)) = wait.recv() {
                behind.extend_from_slice(&chunk.octets);
            }
        }
        walk.go_back(&chunk, frame, &behind);
        Ok(())
    }

    fn good(&mut self, input: &mut Input, records: usize, text: &[u8]) -> Done {
        input.records += records as u64;
        self.totals.good += records as u64;
        Ok(self.out.write_all(text)?)
    }
}

/// Decodes stretches as long as there are any.
fn labour(work: &dyn Work, line: Option<Line>, jobs: &Mutex<Receiver<Job>>) {
    let mut reader = Reader::new(work.worker(), line);
    loop {
        let job = match jobs.lock() {
            Ok(jobs) => jobs.recv(),
            Err(_) => return,
        };
        let Ok((chunk, done)) = job else { return };
        let made = decode(&mut reader, &chunk);
        // Whoever waited may be gone after an error.
        let _ = done.send((chunk, made));
    }
}

/// Decodes the records of a stretch up to the first that is not good.
fn decode(reader: &mut Reader, chunk: &Chunk) -> Made {
    // Text is mostly longer than octets: room for it is made once.
    let mut made = Made { text: Vec::with_capacity(chunk.octets.len() * 3), last: 0, good: 0 };
    for frame in &chunk.frames {
        let octets = chunk.octets.get(frame.body.clone()).unwrap_or_default();
        let start = made.text.len();
        if !reader.append(octets, &mut made.text) {
            made.text.truncate(start);
            return made;
        }
        made.last = start;
        made.good += 1;
    }
    made
}
