package dev.reprise.backoff;

import dev.reprise.decision.Progress;
import dev.reprise.decision.View;
import dev.reprise.internal.text.Suggestion;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Code as a curve. Compares by the identity of the code. */
record Custom(String label, BackoffFunction function) implements Leaf {

  private static final Pattern LABEL = Pattern.compile("[A-Za-z0-9_.-]+");

  Custom {
    Objects.requireNonNull(label, "name");
    Objects.requireNonNull(function, "function");
    if (!LABEL.matcher(label).matches()) {
      throw new IllegalArgumentException(
          "name must consist of letters, digits and _ . - and not be empty, but was '"
              + Suggestion.shown(label)
              + "'");
    }
  }

  @Override
  public long delayNanos(
      Bounds bounds,
      int retry,
      Progress progress,
      View view,
      long nowNanos,
      RandomGenerator random) {
    Progress own = ownProgress(progress, retry);
    return bounds.draw(function.delayNanos(own, view, nowNanos, random), random);
  }

  /** A function that serves the later retries of a chain counts them from 1. */
  private static Progress ownProgress(Progress progress, int retry) {
    int before = progress.retry() - retry;
    return before <= 0
        ? progress
        : progress.excluding(progress.excludedAttempts() + before, progress.countedSinceNanos());
  }

  @Override
  public Optional<DelayRange> range(Bounds bounds, int retry) {
    return Optional.empty();
  }

  @Override
  public String name() {
    return "custom";
  }

  @Override
  public List<String> arguments() {
    return List.of(label);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Custom that && function == that.function && label.equals(that.label);
  }

  @Override
  public int hashCode() {
    return 31 * label.hashCode() + System.identityHashCode(function);
  }
}
