package dev.reprise.grpc;

import dev.reprise.classify.AttemptTimeoutException;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import org.jspecify.annotations.Nullable;

/** The status that ended an attempt, with the facts that decide on a retry. */
final class AttemptFailedException extends StatusRuntimeException {

  private static final long serialVersionUID = 1;

  private final boolean withoutEffect;
  private final boolean answered;

  AttemptFailedException(
      Status status, @Nullable Metadata trailers, boolean withoutEffect, boolean answered) {
    super(status, trailers);
    this.withoutEffect = withoutEffect;
    this.answered = answered;
  }

  /** Returns whether the server cannot have processed the request. */
  boolean isWithoutEffect() {
    return withoutEffect;
  }

  /** Returns whether the server sent response headers before the status. */
  boolean isAnswered() {
    return answered;
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
