//! Ports of this machine for programs that have to be told one.

use std::net::TcpListener;

use super::error::{RealError, system_error};

/// Returns ports on which nothing listens.
pub(super) fn free_ports(count: usize) -> Result<Vec<u16>, RealError> {
    let listen = |_| TcpListener::bind(("127.0.0.1", 0));
    let listeners: Result<Vec<_>, _> = (0..count).map(listen).collect();
    let listeners = listeners.map_err(system_error("there is no free port"))?;
    let port = |listener: &TcpListener| listener.local_addr().map(|address| address.port());
    let ports: Result<Vec<_>, _> = listeners.iter().map(port).collect();
    ports.map_err(system_error("there is no free port"))
}
