package dev.reprise.idempotency;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a call is to do next, having asked the store. */
sealed interface Step<T extends @Nullable Object> {

  /** Run the operation. */
  record Run<T extends @Nullable Object>(Holder<T> holder) implements Step<T> {}

  /** Answer with what is recorded. */
  record Answer<T extends @Nullable Object>(GuardedResult<T> result) implements Step<T> {}

  /** Wait, or say that somebody else is at it. */
  record Wait<T extends @Nullable Object>(Duration leaseLeft) implements Step<T> {}
}
