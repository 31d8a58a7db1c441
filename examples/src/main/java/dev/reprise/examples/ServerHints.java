package dev.reprise.examples;

import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Waits that a server requests, as in the guide. */
public final class ServerHints {

  private ServerHints() {}

  static RetryPolicy fromFailure() {
    return RetryPolicy.builder()
        .retryOn(IOException.class)
        .hintFrom("retryAfter", BusyException.class, BusyException::retryAfter)
        .build();
  }

  static RetryPolicy fromResult() {
    return RetryPolicy.builder()
        .retryOnResult("busy", Reply.class, reply -> reply.status() == 503)
        .hintFromResult("retryAfter", Reply.class, Reply::retryAfter)
        .build();
  }

  static RetryPolicy onSuccessToo() {
    return fromResult().toBuilder().hintsOnSuccess().build();
  }

  static RetryPolicy patient() {
    return fromFailure().toBuilder()
        .within(Duration.ofHours(1))
        .maxHint(Duration.ofMinutes(30))
        .hintJitter(0.5)
        .build();
  }

  /** The service requests a pause. */
  static final class BusyException extends IOException {

    private static final long serialVersionUID = 1;
    private final @Nullable Duration retryAfter;

    BusyException(@Nullable Duration retryAfter) {
      this.retryAfter = retryAfter;
    }

    @Nullable Duration retryAfter() {
      return retryAfter;
    }
  }

  /**
   * Response of a service.
   *
   * @param status its status code
   * @param retryAfter the requested wait; null if there is none
   */
  record Reply(int status, @Nullable Duration retryAfter) {}
}
