//! Connections, each for one request: so many at a time, and each for so long, whatever comes.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::site::{refusal, Answer, Site};

/// Connections at a time; what comes beyond them is closed.
const MOST: usize = 64;

/// Octets of a request's head.
const HEAD: usize = 16 << 10;

/// How long a request may take to come, and an answer to be fetched.
const COMING: Duration = Duration::from_secs(5);
const GOING: Duration = Duration::from_secs(60);

/// Octets that are written at a time.
const PART: usize = 64 << 10;

/// Answers whoever comes, for as long as the process runs.
pub fn serve(listener: &TcpListener, site: &Site) {
    let busy = AtomicUsize::new(0);
    thread::scope(|scope| {
        for connection in listener.incoming() {
            let Ok(stream) = connection else {
                // There may be no room for more files; some will close.
                thread::sleep(Duration::from_millis(50));
                continue;
            };
            if busy.fetch_add(1, Ordering::SeqCst) >= MOST {
                busy.fetch_sub(1, Ordering::SeqCst);
                continue;
            }
            let busy = &busy;
            let worker = thread::Builder::new().stack_size(256 << 10).spawn_scoped(scope, move || {
                // Whoever goes away or is too slow gets no answer, and nobody else is held up by it.
                let _ = one(stream, site, COMING);
                busy.fetch_sub(1, Ordering::SeqCst);
            });
            if worker.is_err() {
                busy.fetch_sub(1, Ordering::SeqCst);
            }
        }
    });
}

/// Reads a request and answers it.
fn one(mut stream: TcpStream, site: &Site, coming: Duration) -> io::Result<()> {
    let Answer { head, body } = match request(&mut stream, coming)? {
        Some(request) => site.answer(&request),
        None => refusal("431 Request Header Fields Too Large"),
    };
    let until = Instant::now() + GOING;
    for part in [head.as_bytes()].into_iter().chain(body.chunks(PART)) {
        stream.set_write_timeout(Some(left(until)?))?;
        stream.write_all(part)?;
    }
    stream.shutdown(Shutdown::Write)
}

/// The head of a request; `None` if it is too long.
fn request(stream: &mut TcpStream, coming: Duration) -> io::Result<Option<Vec<u8>>> {
    const END: &[u8] = b"\r\n\r\n";
    let until = Instant::now() + coming;
    let (mut head, mut part) = (Vec::new(), [0; 2048]);
    loop {
        stream.set_read_timeout(Some(left(until)?))?;
        let count = stream.read(&mut part)?;
        if count == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        // The end may have begun in what came before.
        let from = head.len().saturating_sub(END.len() - 1);
        head.extend(part.iter().take(count));
        let new = head.get(from..).unwrap_or_default();
        if let Some(end) = new.windows(END.len()).position(|window| window == END) {
            head.truncate(from + end + END.len());
            return Ok(Some(head));
        }
        if head.len() > HEAD {
            return Ok(None);
        }
    }
}

/// The time that is left.
fn left(until: Instant) -> io::Result<Duration> {
    let left = until.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(io::ErrorKind::TimedOut.into());
    }
    Ok(left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    /// What comes back of parts that are sent one after the other, and an error of the server.
    fn sent(parts: &[&[u8]], coming: Duration) -> (Vec<u8>, io::Result<()>) {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let site = Site::new(port, "abc", &[("index.html", b"page")], Vec::new());
        let mut client = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).expect("connected");
        let (stream, _) = listener.accept().expect("accepted");
        thread::scope(|scope| {
            let server = scope.spawn(|| one(stream, &site, coming));
            for part in parts {
                let part = String::from_utf8_lossy(part).replace("PORT", &port.to_string());
                if client.write_all(part.as_bytes()).is_err() {
                    break;
                }
            }
            let mut told = Vec::new();
            let _ = client.read_to_end(&mut told);
            (told, server.join().expect("no panic"))
        })
    }

    #[test]
    fn a_request_may_come_in_parts() {
        let parts: [&[u8]; 3] = [b"GET /abc/ HTTP/1.1\r\nHost: 127.0.0.1:PORT\r", b"\n\r", b"\n"];
        let (told, done) = sent(&parts, COMING);
        assert!(told.ends_with(b"page") && done.is_ok(), "{}", String::from_utf8_lossy(&told));
    }

    #[test]
    fn a_request_without_an_end_is_not_waited_for() {
        let (told, done) = sent(&[b"GET /abc/ HTTP/1.1\r\n"], Duration::from_millis(50));
        assert!(told.is_empty() && done.is_err());
    }

    #[test]
    fn a_request_that_is_too_long_is_not_read_to_its_end() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let mut client = TcpStream::connect(listener.local_addr().expect("an address")).expect("connected");
        let (mut stream, _) = listener.accept().expect("accepted");
        thread::scope(|scope| {
            // The rest is more than anybody takes.
            scope.spawn(move || client.write_all(&vec![b'a'; 64 << 20]));
            assert!(matches!(request(&mut stream, COMING), Ok(None)));
            drop(stream);
        });
    }
}
