package dev.reprise.testing.call;

import dev.reprise.decision.StopReason;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a call without randomness and without hedges does, computed from the documentation alone: a
 * second, simple implementation that shares no code with the library. Times are nanoseconds.
 */
final class PolicyModel {

  static final long NONE = Long.MAX_VALUE;

  /** Kind of an outcome, as the conditions of the case classify it. */
  enum Kind {
    /** A result that is accepted. */
    GOOD,
    /** A rejected result. */
    BAD,
    /** A failure that is retried; its effect is unknown. */
    PLAIN,
    /** A failure that is retried and had no effect. */
    REFUSED,
    /** A throttled failure, possibly with a hint; it had no effect. */
    THROTTLED,
    /** A timeout of the operation itself. */
    SLOW,
    /** The attempt timeout has ended the attempt. */
    TIMED_OUT,
    /** A failure that is not retried. */
    FATAL;

    boolean isTimeout() {
      return this == SLOW || this == TIMED_OUT;
    }

    boolean isWithoutEffect() {
      return this == REFUSED || this == THROTTLED;
    }
  }

  /** An outcome of the script: its length and kind, and the hint of the server, -1 for none. */
  record Answer(Kind kind, long length, long hint) {}

  /** A rule for throttled failures, or for timeouts; fields that are null are not set. */
  record Rule(
      boolean forTimeouts,
      @Nullable IntToLongFunction backoff,
      @Nullable Integer maxFailures,
      @Nullable Integer price) {

    boolean matches(Kind kind) {
      return forTimeouts ? kind.isTimeout() : kind == Kind.THROTTLED;
    }
  }

  /** Settings of the policy, in the simplest form. */
  static final class Settings {
    int maxAttempts = 3;
    long within = NONE;
    long attemptTimeout = NONE;
    long startOver = NONE;
    long maxHint = NONE;
    int stopAfterAttempts = Integer.MAX_VALUE;
    long stopAfterElapsed = NONE;
    boolean stopsByBoth;
    boolean mayRepeat = true;
    IntToLongFunction backoff = retry -> 0;
    final List<Rule> rules = new ArrayList<>();
  }

  /** The course of a call. */
  record Course(StopReason reason, List<Long> starts, List<Long> delays, long end, Kind last) {}

  private final Settings settings;
  private final long capacity;
  private final long cost;
  private long tokens;

  PolicyModel(Settings settings, long capacity, long cost) {
    this.settings = settings;
    this.capacity = capacity;
    this.cost = cost;
    tokens = capacity;
  }

  long tokens() {
    return tokens;
  }

  /** Plays one call; the last answer repeats. */
  Course play(List<Answer> script) {
    List<Long> starts = new ArrayList<>();
    List<Long> delays = new ArrayList<>();
    List<Kind> failures = new ArrayList<>();
    long now = 0;
    long paid = 0;
    while (true) {
      Answer answer = script.get(Math.min(starts.size(), script.size() - 1));
      starts.add(now);
      long limit = Math.min(settings.attemptTimeout, settings.within - now);
      boolean cut = settings.attemptTimeout != NONE && answer.length() > limit;
      long length = cut ? limit : answer.length();
      Kind kind = cut ? Kind.TIMED_OUT : answer.kind();
      now += length;
      if (kind == Kind.GOOD) {
        long reward = starts.size() == 1 ? 1 : paid * cost;
        tokens = Math.min(capacity, tokens + reward);
        return new Course(StopReason.SUCCEEDED, starts, delays, now, kind);
      }
      if (length >= settings.startOver) {
        failures.clear();
      }
      failures.add(kind);
      long hint = kind == Kind.THROTTLED ? answer.hint() : -1;
      Rule rule = ruleFor(kind);
      long wait = wait(rule, failures);
      StopReason reason = reason(kind, rule, failures, now, wait, hint);
      int price = rule == null || rule.price() == null ? 1 : rule.price();
      if (reason == null && tokens < price * cost) {
        reason = StopReason.BUDGET;
      }
      if (reason != null) {
        return new Course(reason, starts, delays, now, kind);
      }
      paid = price;
      tokens -= price * cost;
      long delay = Math.max(wait, hint);
      delays.add(delay);
      now += delay;
    }
  }

  private long wait(@Nullable Rule rule, List<Kind> failures) {
    return rule == null || rule.backoff() == null
        ? settings.backoff.applyAsLong(failures.size())
        : rule.backoff().applyAsLong(count(rule, failures));
  }

  private @Nullable Rule ruleFor(Kind kind) {
    return settings.rules.stream().filter(rule -> rule.matches(kind)).findFirst().orElse(null);
  }

  private int count(Rule rule, List<Kind> failures) {
    return (int) failures.stream().filter(kind -> ruleFor(kind) == rule).count();
  }

  private @Nullable StopReason reason(
      Kind kind, @Nullable Rule rule, List<Kind> failures, long now, long wait, long hint) {
    if (kind == Kind.FATAL) {
      return StopReason.NOT_RETRYABLE;
    }
    if (!settings.mayRepeat && !kind.isWithoutEffect()) {
      return StopReason.EFFECT_UNKNOWN;
    }
    if (failures.size() >= settings.maxAttempts) {
      return StopReason.ATTEMPTS;
    }
    if (rule != null && rule.maxFailures() != null && count(rule, failures) >= rule.maxFailures()) {
      return StopReason.ATTEMPTS;
    }
    if (conditionHolds(failures.size(), now)) {
      return StopReason.CONDITION;
    }
    if (hint > settings.maxHint) {
      return StopReason.HINT_TOO_LONG;
    }
    boolean late = settings.within != NONE && now + Math.max(wait, hint) >= settings.within;
    return late ? StopReason.DEADLINE : null;
  }

  private boolean conditionHolds(int attempts, long now) {
    boolean byAttempts = attempts >= settings.stopAfterAttempts;
    boolean byTime = now >= settings.stopAfterElapsed;
    return settings.stopsByBoth ? byAttempts && byTime : byAttempts || byTime;
  }
}
