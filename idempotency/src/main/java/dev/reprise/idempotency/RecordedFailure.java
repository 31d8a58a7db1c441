package dev.reprise.idempotency;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A type of failure that is an outcome, and how it is written. */
record RecordedFailure<F extends Exception>(Class<F> type, OutcomeCodec<F> codec) {

  /** The bytes; null if the failure is of another type. */
  byte @Nullable [] encode(Throwable failure) throws IOException {
    return type.isInstance(failure) ? codec.encode(type.cast(failure)) : null;
  }

  boolean matches(Throwable failure) {
    return type.isInstance(failure);
  }
}
