package dev.reprise.grpc;

import dev.reprise.classify.AttemptTimeoutException;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import org.jspecify.annotations.Nullable;

/** The status that ended an attempt, with the facts that decide on a retry. */
final class AttemptFailedException extends StatusRuntimeException {

  private static final long serialVersionUID = 1;

  private final Evidence evidence;

  AttemptFailedException(Status status, @Nullable Metadata trailers, Evidence evidence) {
    super(status, trailers);
    this.evidence = evidence;
  }

  /** The evidence that the events of a failed attempt give. */
  enum Evidence {
    NONE,

    /** The server cannot have processed the request. */
    NOT_PROCESSED,

    /** The server sent response headers before the status. */
    ANSWERED,

    /** The channel of this process was shut down, so that no attempt can succeed. */
    CHANNEL_SHUT_DOWN
  }

  Evidence evidence() {
    return evidence;
  }

  /** The timeout, if this side has ended the attempt because it took too long; null otherwise. */
  @Nullable AttemptTimeoutException timeout() {
    return getCause() instanceof AttemptTimeoutException known ? known : null;
  }

  /** The status itself is the message; the place of its creation has no information. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }

  /** Code and description, which is the text of the attempt in a report. */
  @Override
  @SuppressWarnings("OverrideThrowableToString") // the name of the class says nothing to a reader
  public String toString() {
    return String.valueOf(getMessage());
  }
}
