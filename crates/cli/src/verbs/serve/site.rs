//! Decides the response to a request: which files are served, and which requests are refused.

use httparse::{Request, Status, EMPTY_HEADER};

/// The files of the page, compressed with gzip; empty if the command was built without the page.
pub fn packed_files() -> &'static [(&'static str, &'static [u8])] {
    include!(concat!(env!("OUT_DIR"), "/page_files.rs"))
}

/// The page and its schemas.
pub struct Site {
    /// The allowed values of the Host header. Any other name is refused, since it may have been rebound to this
    /// machine by an attacker (DNS rebinding).
    hosts: [String; 2],
    token: String,
    page: &'static [(&'static str, &'static [u8])],
    schemas: Vec<u8>,
}

/// A response.
pub struct Answer<'s> {
    /// The status line and all headers, including the empty line at the end.
    pub head: String,
    pub body: &'s [u8],
}

/// The file name under which the page fetches the schemas.
const SCHEMAS: &str = "files.json";

/// The service worker, which would keep the page after the command has ended: not served.
const KEPT: &str = "offline.js";

/// The maximum number of headers in a request.
const HEADERS: usize = 64;

/// Headers of every response. The page may load its own files and nothing else.
const POLICY: &str = "Connection: close\r\n\
    Cache-Control: no-store\r\n\
    Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
    connect-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'\r\n\
    Cross-Origin-Opener-Policy: same-origin\r\n\
    Cross-Origin-Resource-Policy: same-origin\r\n\
    Referrer-Policy: no-referrer\r\n\
    X-Content-Type-Options: nosniff\r\n";

/// Media types by file name extension.
const TYPES: [(&str, &str); 6] = [
    (".html", "text/html; charset=utf-8"),
    (".js", "text/javascript; charset=utf-8"),
    (".css", "text/css; charset=utf-8"),
    (".json", "application/json"),
    (".svg", "image/svg+xml"),
    (".wasm", "application/wasm"),
];

impl Site {
    pub fn new(
        port: u16,
        token: &str,
        page: &'static [(&'static str, &'static [u8])],
        schemas: Vec<u8>,
    ) -> Site {
        // Browsers leave out the port of HTTP itself.
        let hosts = ["127.0.0.1", "localhost"].map(|name| match port {
            80 => name.to_string(),
            _ => format!("{name}:{port}"),
        });
        Site { hosts, token: token.to_string(), page, schemas }
    }

    /// The response to a request with this head; a body is not read.
    pub fn answer(&self, head: &[u8]) -> Answer<'_> {
        let mut headers = [EMPTY_HEADER; HEADERS];
        let mut request = Request::new(&mut headers);
        if !matches!(request.parse(head), Ok(Status::Complete(_))) {
            return refusal("400 Bad Request");
        }
        let mut hosts = request.headers.iter().filter(|header| header.name.eq_ignore_ascii_case("host"));
        let named = |host: &[u8]| self.hosts.iter().any(|own| own.as_bytes() == host);
        let (Some(true), None) = (hosts.next().map(|host| named(host.value)), hosts.next()) else {
            return refusal("403 Forbidden");
        };
        let path = request.path.unwrap_or_default();
        let path = path.split_once('?').map_or(path, |(path, _)| path);
        let Some((token, path)) = path.strip_prefix('/').and_then(|path| path.split_once('/')) else {
            return refusal("403 Forbidden");
        };
        if !same(token.as_bytes(), self.token.as_bytes()) {
            return refusal("403 Forbidden");
        }
        match request.method {
            Some("GET") => self.file(path, true),
            Some("HEAD") => self.file(path, false),
            _ => refusal("405 Method Not Allowed\r\nAllow: GET, HEAD"),
        }
    }

    fn file(&self, path: &str, whole: bool) -> Answer<'_> {
        let path = if path.is_empty() { "index.html" } else { path };
        let packed = self.page.iter().find(|(name, _)| *name == path && *name != KEPT);
        let (octets, coding) = match packed {
            Some((_, octets)) => (*octets, "Content-Encoding: gzip\r\n"),
            None if path == SCHEMAS => (&self.schemas[..], ""),
            None => return refusal("404 Not Found"),
        };
        let kind = TYPES.iter().find(|(end, _)| path.ends_with(end));
        let kind = kind.map_or("application/octet-stream", |(_, kind)| *kind);
        let length = octets.len();
        let head = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n{coding}{POLICY}\r\n"
        );
        Answer { head, body: if whole { octets } else { &[] } }
    }
}

/// A response without a body.
pub fn refusal(status: &str) -> Answer<'static> {
    Answer { head: format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\n{POLICY}\r\n"), body: &[] }
}

/// Compares in constant time, so that the time does not reveal where two tokens differ.
fn same(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len() && one.iter().zip(other).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &[(&str, &[u8])] =
        &[("index.html", b"page"), ("assets/a.js", b"script"), ("offline.js", b"keeps")];

    fn asked(request: &str) -> (String, Vec<u8>) {
        let site = Site::new(8000, "0123abcd", PAGE, b"{}".to_vec());
        let Answer { head, body } = site.answer(request.as_bytes());
        assert!(head.ends_with("\r\n\r\n"), "{head}");
        for policy in ["nosniff", "no-store", "no-referrer", "default-src 'none'", "frame-ancestors 'none'"] {
            assert!(head.contains(policy), "{head} without {policy}");
        }
        (head[9..12].to_string(), body.to_vec())
    }

    fn got(method: &str, path: &str, host: &str) -> (String, Vec<u8>) {
        asked(&format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\n\r\n"))
    }

    #[test]
    fn who_has_the_link_gets_the_page_and_the_schemas() {
        for host in ["127.0.0.1:8000", "localhost:8000"] {
            assert_eq!(got("GET", "/0123abcd/", host), ("200".into(), b"page".to_vec()));
            assert_eq!(got("GET", "/0123abcd/assets/a.js?x", host), ("200".into(), b"script".to_vec()));
            assert_eq!(got("GET", "/0123abcd/files.json", host), ("200".into(), b"{}".to_vec()));
            assert_eq!(got("HEAD", "/0123abcd/", host), ("200".into(), Vec::new()));
        }
    }

    #[test]
    fn nobody_else_gets_anything() {
        let own = "127.0.0.1:8000";
        for host in ["evil.example", "127.0.0.1", "127.0.0.1:8001", "127.0.0.1:8000.evil.example", ""] {
            assert_eq!(got("GET", "/0123abcd/", host).0, "403", "{host}");
        }
        for path in ["/", "/0123abce/", "/0123abcd", "/0123abc/", "//", "/0123ABCD/", "/0123abcd%2f"] {
            assert_eq!(got("GET", path, own).0, "403", "{path}");
        }
        for path in [
            "/0123abcd/../x",
            "/0123abcd//",
            "/0123abcd/offline.js",
            "/0123abcd/assets",
            "/0123abcd/etc/passwd",
        ] {
            assert_eq!(got("GET", path, own), ("404".into(), Vec::new()), "{path}");
        }
        assert_eq!(got("POST", "/0123abcd/", own).0, "405");
        assert_eq!(asked("GET /0123abcd/ HTTP/1.1\r\n\r\n").0, "403");
        let twice = format!("GET /0123abcd/ HTTP/1.1\r\nHost: {own}\r\nHost: {own}\r\n\r\n");
        assert_eq!(asked(&twice).0, "403");
        for request in ["", "GET", "\0\r\n\r\n", "GET / HTTP/9\r\n\r\n"] {
            assert_eq!(asked(request).0, "400", "{request}");
        }
        let many = format!("GET / HTTP/1.1\r\n{}\r\n", "A: b\r\n".repeat(HEADERS + 1));
        assert_eq!(asked(&many).0, "400");
    }
}
