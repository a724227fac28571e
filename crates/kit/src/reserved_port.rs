//! A port of this machine for a program that has to be told one, for tests. It must never be free in
//! between: other tests run beside this one, and each of their connections takes a port.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};

use tokio::net::TcpSocket;

/// A port on loopback that only a program that asks for it by its number gets, as long as this lives. It
/// stays reserved when that program ends, so that it can be started again.
///
/// It is a socket that is bound and never listens. Linux lets another one listen there if both allow
/// their address to be used again, as servers do, and gives the port to nobody who asks for any.
#[derive(Debug)]
pub struct ReservedPort {
    address: SocketAddr,
    _socket: TcpSocket,
}

impl ReservedPort {
    /// Reserves a port that nobody uses.
    ///
    /// # Errors
    /// The error of the operating system if no port is left.
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
