package dev.reprise.idempotency.testing;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that advances only when a test moves it. Safe for use by any thread. */
public final class SettableClock implements InstantSource {

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2000-01-01T00:00:00Z"));

  /** Creates a clock at the start of the year 2000, UTC. */
  public SettableClock() {}

  @Override
  public Instant instant() {
    return Objects.requireNonNull(now.get());
  }

  /**
   * Moves the clock.
   *
   * @param by any duration; a negative one sets the clock back
   */
  public void move(Duration by) {
    now.updateAndGet(instant -> instant.plus(by));
  }
}
