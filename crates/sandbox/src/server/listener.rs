//! A TCP listener whose connections can be aborted from a request handler.
//!
//! A handler must always return a response; the server sends it unless the connection has been aborted.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

/// A listener that gives each connection a `ConnectionAborter`.
pub(crate) struct AbortableListener(pub(crate) TcpListener);

/// A connection whose writes fail once it has been aborted.
pub(crate) struct AbortableStream {
    stream: TcpStream,
    aborter: ConnectionAborter,
}

/// Aborts one connection; every request on that connection carries a clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct ConnectionAborter(Arc<AtomicBool>);

impl ConnectionAborter {
    /// Makes every further write fail with `ConnectionReset`, which ends the connection.
    pub(crate) fn abort(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn check(&self) -> io::Result<()> {
        if self.0.load(Ordering::Relaxed) {
            return Err(io::ErrorKind::ConnectionReset.into());
        }
        Ok(())
    }
}

impl Listener for AbortableListener {
    type Io = AbortableStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (AbortableStream, SocketAddr) {
        let (stream, address) = Listener::accept(&mut self.0).await;
        // Without this, a small event could wait up to 40 ms until the previous data is acknowledged. The call fails
        // only if the connection has already ended.
        let _ = stream.set_nodelay(true);
        let aborter = ConnectionAborter::default();
        (AbortableStream { stream, aborter }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

impl Connected<IncomingStream<'_, AbortableListener>> for ConnectionAborter {
    fn connect_info(stream: IncomingStream<'_, AbortableListener>) -> Self {
        stream.io().aborter.clone()
    }
}

impl AsyncRead for AbortableStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for AbortableStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.aborter.check()?;
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.aborter.check()?;
        Pin::new(&mut self.stream).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
