//! Where bytes of a capture come from.

use std::fmt;
use std::net::{IpAddr, SocketAddr};

use super::time::Time;

/// Where bytes come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The number, from 1, of the packet that carried them, or of the last such packet.
    pub packet: usize,
    /// When that packet was captured.
    pub time: Option<Time>,
    /// Sender, receiver and transport.
    pub flow: Flow,
    /// The TCP sequence number, or the SCTP transmission sequence number.
    pub sequence: Option<u32>,
}

/// Sender, receiver and transport.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Flow {
    /// The sender.
    pub from: Endpoint,
    /// The receiver.
    pub to: Endpoint,
    /// The transport.
    pub transport: Transport,
}

/// An address with a port.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Endpoint {
    /// The address.
    pub address: IpAddr,
    /// The port.
    pub port: u16,
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        SocketAddr::new(self.address, self.port).fmt(f)
    }
}

/// The transport protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Transport {
    /// UDP datagrams.
    Udp,
    /// TCP connections.
    Tcp,
    /// SCTP messages.
    Sctp {
        /// The payload protocol identifier.
        protocol: u32,
        /// The stream.
        stream: u16,
    },
}

impl Transport {
    /// A stable name.
    pub fn word(self) -> &'static str {
        match self {
            Transport::Udp => "udp",
            Transport::Tcp => "tcp",
            Transport::Sctp { .. } => "sctp",
        }
    }
}
