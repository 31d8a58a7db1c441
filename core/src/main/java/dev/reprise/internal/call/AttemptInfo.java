package dev.reprise.internal.call;

import dev.reprise.decision.Progress;
import dev.reprise.function.Attempt;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The attempt as its operation sees it. The first such object of a call holds the idempotency key
 * for the others.
 */
public final class AttemptInfo implements Attempt {

  private static final VarHandle KEY = handle();

  private final CallSettings settings;
  private final int number;
  private final long callStartNanos;
  private final long startedAfterNanos;
  private final long timeoutNanos;
  private final @Nullable Throwable lastFailure;
  private final @Nullable AttemptInfo first;
  private volatile @Nullable String key;

  private AttemptInfo(
      CallSettings settings,
      int number,
      long callStartNanos,
      long startedAfterNanos,
      long timeoutNanos,
      @Nullable Throwable lastFailure,
      @Nullable AttemptInfo first) {
    this.settings = settings;
    this.number = number;
    this.callStartNanos = callStartNanos;
    this.startedAfterNanos = startedAfterNanos;
    this.timeoutNanos = timeoutNanos;
    this.lastFailure = lastFailure;
    this.first = first;
  }

  public static AttemptInfo of(
      CallSettings settings,
      Progress progress,
      long nowNanos,
      @Nullable Throwable last,
      @Nullable AttemptInfo first) {
    return of(settings, progress.started(), progress.startNanos(), nowNanos, last, first);
  }

  public static AttemptInfo of(
      CallSettings settings,
      int number,
      long callStartNanos,
      long nowNanos,
      @Nullable Throwable last,
      @Nullable AttemptInfo first) {
    long timeout = settings.attemptTimeoutNanos(number);
    long elapsed = Math.max(0, nowNanos - callStartNanos);
    return new AttemptInfo(settings, number, callStartNanos, elapsed, timeout, last, first);
  }

  @Override
  public int number() {
    return number;
  }

  /** The timeout of the policy, which the time left may shorten. */
  public long timeoutSettingNanos() {
    return timeoutNanos;
  }

  /**
   * The limit of the attempt, for the exception that reports its timeout: the policy's timeout, or
   * the remaining time when the watch began if the deadline comes first. The watch begins a little
   * later than the attempt, so the remaining time is then always less than the timeout. At least 1,
   * since an attempt whose wait ended late may start after the deadline.
   */
  public long limitNanos(long leftNanos) {
    return untilDeadlineNanos() < timeoutNanos ? Math.max(1, leftNanos) : timeoutNanos;
  }

  /** Returns the time from the start of the attempt to the deadline of the call. */
  private long untilDeadlineNanos() {
    return settings.policy().limits().timeLeft(startedAfterNanos);
  }

  private long endsAfterNanos() {
    long allowed = Math.min(untilDeadlineNanos(), timeoutNanos);
    return allowed > Long.MAX_VALUE - startedAfterNanos
        ? Long.MAX_VALUE
        : startedAfterNanos + allowed;
  }

  private long elapsedNanos() {
    return Math.max(0, settings.ticks().nanos() - callStartNanos);
  }

  @Override
  public Duration elapsed() {
    return Duration.ofNanos(elapsedNanos());
  }

  @Override
  public Duration timeLeft() {
    long end = endsAfterNanos();
    return end == Long.MAX_VALUE
        ? Duration.ofNanos(Long.MAX_VALUE)
        : Duration.ofNanos(Math.max(0, end - elapsedNanos()));
  }

  @Override
  public @Nullable Throwable lastFailure() {
    return lastFailure;
  }

  @Override
  public String idempotencyKey() {
    return first == null ? ownKey() : first.ownKey();
  }

  /**
   * Attempts in flight may request the key at the same time: the first key that is set is used for
   * all.
   */
  private String ownKey() {
    String known = key;
    if (known == null) {
      String made = settings.keyOfCall();
      Object before = KEY.compareAndExchange(this, null, made);
      known = before == null ? made : (String) before;
    }
    return known;
  }

  private static VarHandle handle() {
    try {
      return MethodHandles.lookup().findVarHandle(AttemptInfo.class, "key", String.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  @Override
  public String toString() {
    return "attempt " + number;
  }
}
