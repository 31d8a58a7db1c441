package dev.reprise.internal.async;

import dev.reprise.classify.Outcome;
import org.jspecify.annotations.Nullable;

/** The driver that an asynchronous attempt belongs to. */
public interface AsyncDriver<T extends @Nullable Object> {

  /** The attempt has completed or has timed out. It has been claimed. */
  void answered(AsyncAttempt<T> attempt, Outcome<T> outcome);

  /** Called when the attempt ends after another event has claimed it. */
  void answeredLate(Outcome<T> outcome);

  /** Runs work that must not run on a timer, even if the executor was shut down. */
  void runOffTimer(Runnable work);
}
