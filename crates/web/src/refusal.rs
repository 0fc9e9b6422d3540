//! What is said when a request cannot be answered: a status and one sentence.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// A refused request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The status.
    pub status: StatusCode,
    /// The sentence.
    pub sentence: String,
}

impl Refusal {
    /// What was asked for is not there.
    pub fn missing(what: impl Into<String>) -> Refusal {
        Refusal {
            status: StatusCode::NOT_FOUND,
            sentence: what.into(),
        }
    }

    /// The request cannot be understood.
    pub fn bad(what: impl Into<String>) -> Refusal {
        Refusal {
            status: StatusCode::BAD_REQUEST,
            sentence: what.into(),
        }
    }

    /// Who asks may not have it.
    pub fn forbidden(what: impl Into<String>) -> Refusal {
        Refusal {
            status: StatusCode::FORBIDDEN,
            sentence: what.into(),
        }
    }

    /// The request was made for a state that has passed.
    pub fn stale(what: impl Into<String>) -> Refusal {
        Refusal {
            status: StatusCode::CONFLICT,
            sentence: what.into(),
        }
    }

    /// Something of ours failed.
    pub fn ours(what: impl Into<String>) -> Refusal {
        Refusal {
            status: StatusCode::INTERNAL_SERVER_ERROR,
            sentence: what.into(),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "error": self.sentence }))).into_response()
    }
}
