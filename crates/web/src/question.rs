//! What a request says: its question (after the `?`) and its body.

use std::time::Duration;

use axum::body::{Bytes, to_bytes};
use axum::extract::Request;
use axum::http::{StatusCode, Uri};
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use crate::refusal::Refusal;

/// The largest body of a request that is not a PGN.
const SMALL: usize = 64 << 10;

/// How long a body may take to arrive.
const PATIENCE: Duration = Duration::from_secs(20);

/// The question of an address; a part without a value is taken as not given.
///
/// # Errors
///
/// If a part has a wrong value.
pub fn question<T: DeserializeOwned>(uri: &Uri) -> Result<T, Refusal> {
    let parts = uri.query().unwrap_or_default().split('&');
    let given: Vec<&str> = parts.filter(|part| !part.ends_with('=')).collect();
    serde_urlencoded::from_str(&given.join("&"))
        .map_err(|error| Refusal::bad(format!("the question after `?`: {error}")))
}

/// The body of a request, if it is not larger than this.
///
/// # Errors
///
/// If it is, breaks off, or does not come to its end.
pub async fn bytes(request: Request, most: usize) -> Result<Bytes, Refusal> {
    let body = timeout(PATIENCE, to_bytes(request.into_body(), most)).await;
    let body = body.map_err(|_| Refusal {
        status: StatusCode::REQUEST_TIMEOUT,
        sentence: format!("the body did not end within {} seconds", PATIENCE.as_secs()),
    })?;
    body.map_err(|_| Refusal {
        status: StatusCode::PAYLOAD_TOO_LARGE,
        sentence: format!("the body is larger than {most} bytes, or broke off"),
    })
}

/// The body of a request as JSON; an empty one is an empty object.
///
/// # Errors
///
/// If it is too large or not what was expected.
pub async fn object<T: DeserializeOwned>(request: Request) -> Result<T, Refusal> {
    let body = bytes(request, SMALL).await?;
    let text: &[u8] = if body.is_empty() { b"{}" } else { &body };
    serde_json::from_slice(text).map_err(|error| Refusal::bad(format!("the body: {error}")))
}
