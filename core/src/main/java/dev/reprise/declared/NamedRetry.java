package dev.reprise.declared;

import dev.reprise.Retry;
import dev.reprise.RetrySource;
import dev.reprise.internal.text.Suggestion;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.report.FailureText;
import org.jspecify.annotations.Nullable;

/** A retry that is looked up for each call, with a different policy if one is given. */
final class NamedRetry {

  private final RetrySource source;
  private final String name;
  private final @Nullable RetryPolicy policy;
  private volatile @Nullable Changed last;

  private NamedRetry(RetrySource source, String name, @Nullable RetryPolicy policy) {
    this.source = source;
    this.name = name;
    this.policy = policy;
  }

  /** Looks up the name once, so that an unknown name is reported before the first call. */
  static NamedRetry of(String method, @Nullable RetrySource source, String name) {
    if (source == null) {
      throw new IllegalArgumentException(
          method
              + ": @Retryable(name = \""
              + Suggestion.shown(name)
              + "\") needs a RetrySource to look it up in");
    }
    try {
      source.retry(name);
    } catch (IllegalArgumentException unknown) {
      throw new IllegalArgumentException(
          method + ": @Retryable(name = \"" + Suggestion.shown(name) + "\"): " + reason(unknown),
          unknown);
    }
    return new NamedRetry(source, name, null);
  }

  /** A source is user code, and so is its message. */
  private static String reason(IllegalArgumentException unknown) {
    return FailureText.describe(unknown, Throwable::getMessage);
  }

  NamedRetry withPolicy(RetryPolicy changed) {
    return new NamedRetry(source, name, changed);
  }

  Retry retry() {
    Retry current = source.retry(name);
    RetryPolicy other = policy;
    if (other == null) {
      return current;
    }
    Changed known = last;
    if (known == null || known.from() != current) {
      // Threads at the same time each create one. They are equal, and it does not matter which is
      // kept.
      known = new Changed(current, current.withPolicy(other));
      last = known;
    }
    return known.to();
  }

  @Override
  public String toString() {
    return "\"" + Suggestion.shown(name) + "\"" + (policy == null ? "" : " with " + policy);
  }

  private record Changed(Retry from, Retry to) {}
}
