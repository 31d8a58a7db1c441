package dev.reprise.idempotency.internal.call;

import dev.reprise.idempotency.outcome.OutcomeCodec;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A type of failure that is recorded as an outcome, and its codec. */
public record RecordedFailureType<F extends Exception>(Class<F> type, OutcomeCodec<F> codec) {

  /** Returns the encoded failure; null if the failure is of a different type. */
  byte @Nullable [] encode(Throwable failure) throws IOException {
    return type.isInstance(failure) ? codec.encode(type.cast(failure)) : null;
  }

  boolean matches(Throwable failure) {
    return type.isInstance(failure);
  }
}
