//! The arguments of `serve`.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::Args;

/// Arguments of `serve`.
#[derive(Args, Debug, Clone)]
pub struct ServeArgs {
    /// The port; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = 9002)]
    pub port: u16,
    /// The address to listen on; only this machine can reach the usual one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub bind: IpAddr,
    /// An archive for the explorer, perhaps with a name; may be repeated (default: the user's)
    #[arg(long, value_name = "[NAME=]A")]
    pub archive: Vec<String>,
    /// A name beside localhost under which requests may come; may be repeated
    #[arg(long, value_name = "NAME")]
    pub host: Vec<String>,
    /// Where games are kept (default: in the user's data folder)
    #[arg(long, value_name = "DIR")]
    pub folder: Option<PathBuf>,
}
