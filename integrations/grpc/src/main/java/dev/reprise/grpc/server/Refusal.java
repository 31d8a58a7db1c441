package dev.reprise.grpc.server;

import io.grpc.Status;
import java.util.Locale;

/** The reason for a status that is sent instead of the handler's. */
enum Refusal {
  KEY_MISSING(Status.Code.INVALID_ARGUMENT),
  KEY_MALFORMED(Status.Code.INVALID_ARGUMENT),
  PRINCIPAL_MISSING(Status.Code.UNAUTHENTICATED),
  OUTCOME_PENDING(Status.Code.ABORTED),
  OUTCOME_REFUSED(Status.Code.ABORTED),
  OUTCOME_NOT_REPLAYABLE(Status.Code.FAILED_PRECONDITION),
  REQUEST_TOO_LARGE(Status.Code.RESOURCE_EXHAUSTED),
  KEY_REUSED(Status.Code.FAILED_PRECONDITION),
  UNAVAILABLE(Status.Code.UNAVAILABLE);

  private final Status.Code status;

  Refusal(Status.Code status) {
    this.status = status;
  }

  Status status() {
    return status.toStatus();
  }

  /** The value of the trailer, such as {@code key-missing}. */
  String code() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
