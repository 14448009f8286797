//! Where octets of a capture come from.

use std::fmt;
use std::net::{IpAddr, SocketAddr};

use super::time::Time;

/// Where octets come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The packet that they came in, or the last of them, from 1 on.
    pub packet: usize,
    /// When that was captured.
    pub time: Option<Time>,
    /// Who sent them, and to whom.
    pub flow: Flow,
    /// The sequence number of TCP, or the transmission sequence number of SCTP.
    pub sequence: Option<u32>,
}

/// Who sends to whom, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Flow {
    /// Who sends.
    pub from: Endpoint,
    /// To whom.
    pub to: Endpoint,
    /// How.
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

/// What carries messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Transport {
    /// Datagrams of UDP.
    Udp,
    /// Connections of TCP.
    Tcp,
    /// Messages of SCTP.
    Sctp {
        /// The payload protocol identifier.
        protocol: u32,
        /// The stream.
        stream: u16,
    },
}

impl Transport {
    /// A stable word.
    pub fn word(self) -> &'static str {
        match self {
            Transport::Udp => "udp",
            Transport::Tcp => "tcp",
            Transport::Sctp { .. } => "sctp",
        }
    }
}
