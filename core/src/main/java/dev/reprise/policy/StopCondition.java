package dev.reprise.policy;

import dev.reprise.decision.Progress;
import dev.reprise.internal.text.DurationText;
import dev.reprise.internal.text.PartName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Condition to give up a call that keeps failing, in addition to its limits. It is evaluated after
 * each failure that would be retried: {@code attempts(5).and(elapsed(30s))} gives up once both
 * hold, so a call makes at least five attempts, and continues for at least 30 seconds. A value: two
 * built the same way are equal, and one prints as the text that {@link #parse} reads.
 *
 * <p>It can only end a call sooner. {@link RetryPolicyBuilder#maxAttempts} and {@link
 * RetryPolicyBuilder#within} hold in addition, and the remaining time of an attempt depends only on
 * {@code within}.
 *
 * <pre>{@code
 * RetryPolicy.builder()
 *     .unlimitedAttempts()
 *     .within(Duration.ofMinutes(5))
 *     .giveUpWhen(StopCondition.attempts(5).and(StopCondition.elapsed(Duration.ofSeconds(30))))
 * }</pre>
 *
 * <p>Immutable and safe for use by any thread. No method takes null.
 */
public final class StopCondition {

  /** Highest depth of nested conditions, and highest number of parts of one: {@value}. */
  public static final int MAX_PARTS = 64;

  /** Kind of a condition. */
  private enum Kind {
    ATTEMPTS,
    ELAPSED,
    ALL,
    ANY,
    CUSTOM
  }

  private final Kind kind;
  private final long bound;
  private final List<StopCondition> parts;
  private final String name;
  private final @Nullable Test test;

  private StopCondition(
      Kind kind, long bound, List<StopCondition> parts, String name, @Nullable Test test) {
    this.kind = kind;
    this.bound = bound;
    this.parts = parts;
    this.name = name;
    this.test = test;
  }

  /** Code as a condition. */
  @FunctionalInterface
  public interface Test {

    /**
     * Returns whether to give up.
     *
     * @param progress progress of the call, the attempt that failed included
     * @param nowNanos the current tick
     * @return true to make no other attempt
     */
    boolean holds(Progress progress, long nowNanos);
  }

  /**
   * Holds once a call has made this number of attempts, including the first, counted since it was
   * last {@linkplain RetryPolicyBuilder#startOverAfter healthy}.
   *
   * @param attempts the number, at least 1
   * @return the condition
   * @throws IllegalArgumentException if {@code attempts} is less than 1
   */
  public static StopCondition attempts(int attempts) {
    if (attempts < 1) {
      throw new IllegalArgumentException("attempts must be at least 1, but was " + attempts);
    }
    return new StopCondition(Kind.ATTEMPTS, attempts, List.of(), "", null);
  }

  /**
   * Holds once this time has passed since the call began. Unlike {@code within}, it ignores the
   * next wait: a call that fails shortly before still waits and retries.
   *
   * @param time the time, more than zero; more than 292 years never pass
   * @return the condition
   * @throws IllegalArgumentException if {@code time} is zero or negative
   */
  public static StopCondition elapsed(Duration time) {
    Objects.requireNonNull(time, "time");
    if (time.isZero() || time.isNegative()) {
      throw new IllegalArgumentException(
          "elapsed must be more than 0 s, but was " + DurationText.inWords(time));
    }
    return new StopCondition(Kind.ELAPSED, DurationText.saturatedNanos(time), List.of(), "", null);
  }

  /**
   * Holds when user code returns true. Compares by the identity of the code.
   *
   * @param name name in the text form: letters, digits, '_', '.', '$' and '-', a letter first
   * @param test must be pure; if it throws, the call ends with {@link
   *     dev.reprise.decision.StopReason#POLICY_FAILED}
   * @return the condition, which prints as {@code custom(name)}, and which {@link #parse} refuses
   */
  public static StopCondition custom(String name, Test test) {
    return new StopCondition(
        Kind.CUSTOM,
        0,
        List.of(),
        PartName.checked("condition", name),
        Objects.requireNonNull(test, "test"));
  }

  /**
   * Holds when both conditions hold.
   *
   * @param other the other condition; not evaluated if this one does not hold
   * @return the condition
   * @throws IllegalArgumentException if there are more than {@value #MAX_PARTS} parts together
   */
  public StopCondition and(StopCondition other) {
    return all(List.of(this, Objects.requireNonNull(other, "other")));
  }

  /**
   * Holds when at least one of the two conditions holds.
   *
   * @param other the other condition; not evaluated if this one holds
   * @return the condition
   * @throws IllegalArgumentException if there are more than {@value #MAX_PARTS} parts together
   */
  public StopCondition or(StopCondition other) {
    return any(List.of(this, Objects.requireNonNull(other, "other")));
  }

  static StopCondition all(List<StopCondition> parts) {
    return joined(Kind.ALL, parts);
  }

  static StopCondition any(List<StopCondition> parts) {
    return joined(Kind.ANY, parts);
  }

  private static StopCondition joined(Kind kind, List<StopCondition> given) {
    List<StopCondition> flat = new ArrayList<>();
    for (StopCondition one : given) {
      flat.addAll(one.kind == kind ? one.parts : List.of(one));
    }
    StopCondition joined = new StopCondition(kind, 0, List.copyOf(flat), "", null);
    if (joined.leaves() > MAX_PARTS) {
      throw new IllegalArgumentException(
          "a condition must have at most " + MAX_PARTS + " parts, but had " + joined.leaves());
    }
    return joined;
  }

  private int leaves() {
    return parts.isEmpty() ? 1 : parts.stream().mapToInt(StopCondition::leaves).sum();
  }

  /**
   * Reads the text form.
   *
   * @param text such as {@code attempts(5)}, {@code elapsed(30s)}, {@code all(attempts(5),
   *     elapsed(30s))} or {@code any(…)}
   * @return the condition that prints as this text
   * @throws IllegalArgumentException if the text is not of this form, with a message that points at
   *     the character
   */
  public static StopCondition parse(String text) {
    return StopConditionText.FORM.parse(Objects.requireNonNull(text, "text"));
  }

  /**
   * Returns whether to give up.
   *
   * @param progress progress of the call
   * @param nowNanos the current tick
   * @return true to make no other attempt
   */
  public boolean holds(Progress progress, long nowNanos) {
    return switch (kind) {
      case ATTEMPTS -> progress.retry() >= bound;
      case ELAPSED -> progress.elapsedNanos(nowNanos) >= bound;
      case ALL -> {
        for (StopCondition part : parts) {
          if (!part.holds(progress, nowNanos)) {
            yield false;
          }
        }
        yield true;
      }
      case ANY -> {
        for (StopCondition part : parts) {
          if (part.holds(progress, nowNanos)) {
            yield true;
          }
        }
        yield false;
      }
      case CUSTOM -> Objects.requireNonNull(test).holds(progress, nowNanos);
    };
  }

  /**
   * Returns whether it contains user code.
   *
   * @return true if {@link #parse} would refuse the text form
   */
  public boolean isCustom() {
    return kind == Kind.CUSTOM || parts.stream().anyMatch(StopCondition::isCustom);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof StopCondition that
        && kind == that.kind
        && bound == that.bound
        && parts.equals(that.parts)
        && name.equals(that.name)
        && test == that.test;
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind.name(), bound, parts, name, System.identityHashCode(test));
  }

  /**
   * Returns the text form.
   *
   * @return what {@link #parse} reads
   */
  @Override
  public String toString() {
    return switch (kind) {
      case ATTEMPTS -> "attempts(" + bound + ")";
      case ELAPSED -> "elapsed(" + DurationText.format(bound) + ")";
      case ALL -> "all(" + shownParts() + ")";
      case ANY -> "any(" + shownParts() + ")";
      case CUSTOM -> "custom(" + name + ")";
    };
  }

  private String shownParts() {
    return parts.stream().map(StopCondition::toString).collect(Collectors.joining(", "));
  }
}
