//! Handles connections, one request each, with limits on their number, their duration and the size of a request.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::site::{refusal, Answer, Site};

/// The maximum number of open connections; further ones are closed at once.
const MOST: usize = 64;

/// The maximum size of a request's head, in bytes.
const HEAD: usize = 16 << 10;

/// Time limits for receiving a request and for sending its response.
const COMING: Duration = Duration::from_secs(5);
const GOING: Duration = Duration::from_secs(60);

/// The number of bytes written at a time.
const PART: usize = 64 << 10;

/// Accepts connections until the process ends.
pub fn serve(listener: &TcpListener, site: &Site) {
    let busy = AtomicUsize::new(0);
    thread::scope(|scope| {
        for connection in listener.incoming() {
            let Ok(stream) = connection else {
                // The process may be out of file descriptors: wait for some to be closed.
                thread::sleep(Duration::from_millis(50));
                continue;
            };
            if busy.fetch_add(1, Ordering::SeqCst) >= MOST {
                busy.fetch_sub(1, Ordering::SeqCst);
                continue;
            }
            let busy = &busy;
            let worker = thread::Builder::new().stack_size(256 << 10).spawn_scoped(scope, move || {
                // A client that disconnects or is too slow gets no response; others are not affected.
                let _ = one(stream, site, COMING);
                busy.fetch_sub(1, Ordering::SeqCst);
            });
            if worker.is_err() {
                busy.fetch_sub(1, Ordering::SeqCst);
            }
        }
    });
}

/// Reads a request and sends the response.
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

/// Reads the head of a request; `None` if it is too long.
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
        // The end mark may have started in the previous part.
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

/// The time left until a deadline.
///
/// # Errors
/// None is left.
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

    /// Sends the parts of a request; returns the response, and the server's result.
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
            // Far more than the limit.
            scope.spawn(move || client.write_all(&vec![b'a'; 64 << 20]));
            assert!(matches!(request(&mut stream, COMING), Ok(None)));
            drop(stream);
        });
    }
}
