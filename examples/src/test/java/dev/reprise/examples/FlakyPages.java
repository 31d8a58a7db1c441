package dev.reprise.examples;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Fails a number of times before it returns each page. */
final class FlakyPages implements Pages {

  private int failures;
  private int left;
  private int calls;
  private @Nullable IOException lastFailure;
  @Nullable Duration timeLeft;

  FlakyPages failing(int failures) {
    this.failures = failures;
    left = failures;
    return this;
  }

  @Override
  public String fetch(String url) throws IOException {
    calls++;
    if (left > 0) {
      left--;
      lastFailure = new IOException("connection reset");
      throw lastFailure;
    }
    left = failures;
    return "page";
  }

  @Override
  public String fetch(String url, Duration timeLeft) throws IOException {
    this.timeLeft = timeLeft;
    return fetch(url);
  }

  int calls() {
    return calls;
  }

  @Nullable IOException lastFailure() {
    return lastFailure;
  }
}
