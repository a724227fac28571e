//! Reserves a port on this machine for a program under test. The reservation must last until the program uses the port,
//! because concurrent tests take a port for each connection.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};

use tokio::net::TcpSocket;

/// A port on loopback that is reserved while this value lives: only a program that asks for this number gets the port.
/// The reservation outlasts that program, so that the program can be restarted.
///
/// The reservation is a socket that is bound but never listens. Linux lets another socket listen on the port if both
/// sockets allow the address to be reused, and never assigns the port to a program that asks for any free port.
#[derive(Debug)]
pub struct ReservedPort {
    address: SocketAddr,
    _socket: TcpSocket,
}

impl ReservedPort {
    /// Reserves a free port.
    ///
    /// # Errors
    /// The operating system's error if no port is free.
    pub fn reserve() -> io::Result<Self> {
        let socket = TcpSocket::new_v4()?;
        socket.set_reuseaddr(true)?;
        socket.bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)))?;
        Ok(Self {
            address: socket.local_addr()?,
            _socket: socket,
        })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn number(&self) -> u16 {
        self.address.port()
    }
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};

    use super::*;

    #[test]
    fn a_program_can_listen_on_its_port_again_and_again() {
        let port = ReservedPort::reserve().expect("a port");
        for _ in 0..3 {
            let listener = TcpListener::bind(port.address()).expect("the port is its own");
            let client = TcpStream::connect(port.address());
            client.expect("somebody listens");
            listener.accept().expect("somebody connected");
        }
    }

    #[test]
    fn two_programs_cannot_listen_on_one_port() {
        let port = ReservedPort::reserve().expect("a port");
        let _listener = TcpListener::bind(port.address()).expect("the port is its own");
        let second = TcpListener::bind(port.address());
        let error = second.expect_err("the port is in use");
        assert_eq!(error.kind(), io::ErrorKind::AddrInUse);
    }

    #[test]
    fn it_is_taken_for_everybody_who_does_not_share_their_address() {
        let port = ReservedPort::reserve().expect("a port");
        let other = TcpSocket::new_v4().expect("a socket");
        let error = other
            .bind(port.address())
            .expect_err("the port is reserved");
        assert_eq!(error.kind(), io::ErrorKind::AddrInUse);
        drop(port);
    }
}
