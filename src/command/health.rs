//! `kittens health`: checks whether a bot is running on this machine, for containers and scripts.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use clap::Args;

use super::config_args::ConfigArgs;
use super::error::CommandError;
use super::output::print_line;
use super::run::build_runtime;
use crate::monitor::{HEALTH_PATH, READY_PATH};

const TIMEOUT: Duration = Duration::from_secs(3);

#[derive(Args, Debug)]
pub(super) struct HealthArgs {
    /// Also fail while the bot cannot play: it is not connected, cannot store games, or shuts down.
    #[arg(long)]
    ready: bool,
    #[command(flatten)]
    config_args: ConfigArgs,
}

/// Requests the health or readiness at `monitor.listen`, and prints the response.
pub(super) fn run(args: &HealthArgs) -> Result<(), CommandError> {
    let listen = args.config_args.load()?.monitor.listen;
    let address = reachable(listen.0.ok_or(CommandError::MonitorOff)?);
    let path = if args.ready { READY_PATH } else { HEALTH_PATH };
    print_line(build_runtime()?.block_on(ask(address, path))?)
}

async fn ask(address: SocketAddr, path: &str) -> Result<String, CommandError> {
    let no_answer = |_| CommandError::NoHealth(address);
    let client = reqwest::Client::builder().no_proxy().timeout(TIMEOUT);
    let request = client
        .build()
        .map_err(no_answer)?
        .get(format!("http://{address}{path}"));
    let response = request.send().await.map_err(no_answer)?;
    let is_healthy = response.status().is_success();
    let answer = response
        .text()
        .await
        .map_err(no_answer)?
        .trim_end()
        .to_owned();
    if is_healthy {
        Ok(answer)
    } else {
        Err(CommandError::NotHealthy(answer))
    }
}

/// Returns the address to connect to: localhost if the server listens on all addresses.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_on_all_addresses_is_asked_on_this_machine() {
        for (listen, expected) in [
            ("0.0.0.0:9464", "127.0.0.1:9464"),
            ("[::]:9464", "[::1]:9464"),
            ("10.0.0.7:1", "10.0.0.7:1"),
        ] {
            let address = reachable(listen.parse().expect("an address"));
            assert_eq!(address.to_string(), expected);
        }
    }
}
