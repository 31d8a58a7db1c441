package dev.reprise.examples;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.time.Duration;

/** A loop without an end that waits after each failure, as in the guide. */
public final class Subscription {

  private final Retry retry;

  /**
   * Keeps a connection open.
   *
   * @param retry such as {@link #retry()}
   */
  public Subscription(Retry retry) {
    this.retry = retry;
  }

  static Retry retry() {
    return Retry.of(
            RetryPolicy.builder()
                .unlimitedAttempts()
                .withoutTimeLimit()
                .startOverAfter(Duration.ofMinutes(1))
                .backoff(
                    Backoff.exponential(Duration.ofSeconds(1))
                        .cappedAt(Duration.ofMinutes(1))
                        .jitter(Jitter.full()))
                .retryOn(IOException.class)
                .build())
        .named("subscription")
        .withBudget(RetryBudget.unlimited());
  }

  void follow(Feed feed) throws IOException {
    retry.run(feed::readToItsEnd);
  }

  /** A source that sends until it is closed. */
  @FunctionalInterface
  public interface Feed {

    /**
     * Connects, and reads until the other side closes the connection.
     *
     * @throws IOException if the connection is lost
     */
    void readToItsEnd() throws IOException;
  }
}
