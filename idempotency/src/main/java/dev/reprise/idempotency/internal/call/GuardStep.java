package dev.reprise.idempotency.internal.call;

import dev.reprise.idempotency.outcome.GuardedResult;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The next step of a guarded call after a claim. */
sealed interface GuardStep<T extends @Nullable Object> {

  /** Run the operation. */
  record Run<T extends @Nullable Object>(LeaseHolder<T> holder) implements GuardStep<T> {}

  /** Return the recorded outcome. */
  record Replay<T extends @Nullable Object>(GuardedResult<T> result) implements GuardStep<T> {}

  /** Wait for the current holder, or report that the outcome is pending. */
  record Wait<T extends @Nullable Object>(Duration leaseLeft) implements GuardStep<T> {}
}
