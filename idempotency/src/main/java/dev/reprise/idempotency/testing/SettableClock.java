package dev.reprise.idempotency.testing;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands until it is moved. Safe for use by any thread. */
public final class SettableClock implements InstantSource {

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2000-01-01T00:00:00Z"));

  /** A clock that shows the beginning of the year 2000. */
  public SettableClock() {}

  @Override
  public Instant instant() {
    return Objects.requireNonNull(now.get());
  }

  /**
   * Moves the clock.
   *
   * @param by how far; negative to set it back
   */
  public void move(Duration by) {
    now.updateAndGet(instant -> instant.plus(by));
  }
}
