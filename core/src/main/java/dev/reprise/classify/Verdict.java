package dev.reprise.classify;

import dev.reprise.internal.text.DurationText;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Decision of a classifier on an outcome: accept it, retry, retry but no sooner than the server
 * allows, or abort. A verdict also has the kind of the failure, its possible effect, and the price
 * of another attempt. Immutable, equal by value.
 */
public final class Verdict {

  /** Action for an outcome. */
  public enum Action {
    /** The outcome is the result of the call. */
    ACCEPT,
    /** Another attempt may help. */
    RETRY,
    /** Another attempt is futile or unsafe. */
    ABORT,
    /** No decision; the next classifier decides. */
    PASS
  }

  /** The highest price: {@value}. */
  public static final int MAX_PRICE = 100;

  private static final long NO_HINT = -1;
  private static final int PLAIN_PRICE = 1;

  private static final Verdict ACCEPTED =
      new Verdict(Action.ACCEPT, FailureKind.OTHER, Effect.UNKNOWN, NO_HINT);
  private static final Verdict RETRY =
      new Verdict(Action.RETRY, FailureKind.TRANSIENT, Effect.UNKNOWN, NO_HINT);
  private static final Verdict ABORT =
      new Verdict(Action.ABORT, FailureKind.OTHER, Effect.UNKNOWN, NO_HINT);
  private static final Verdict PASS =
      new Verdict(Action.PASS, FailureKind.OTHER, Effect.UNKNOWN, NO_HINT);

  private final Action action;
  private final FailureKind kind;
  private final Effect effect;
  private final long hintNanos;
  private final int price;

  private Verdict(Action action, FailureKind kind, Effect effect, long hintNanos) {
    this(action, kind, effect, hintNanos, PLAIN_PRICE);
  }

  private Verdict(Action action, FailureKind kind, Effect effect, long hintNanos, int price) {
    this.action = action;
    this.kind = kind;
    this.effect = effect;
    this.hintNanos = hintNanos;
    this.price = price;
  }

  /**
   * The outcome is the result of the call.
   *
   * @return the verdict
   */
  public static Verdict accept() {
    return ACCEPTED;
  }

  /**
   * The outcome is the result of the call, and the server asks for a pause before the next call.
   * Later calls wait for it if the policy enables that.
   *
   * @param wait time from now; a negative time counts as zero, and more than 292 years as 292 years
   * @return the verdict
   */
  public static Verdict acceptThenPause(Duration wait) {
    return new Verdict(Action.ACCEPT, FailureKind.OTHER, Effect.UNKNOWN, hint(wait));
  }

  /**
   * Another attempt may help. The kind is transient and the effect unknown until set otherwise.
   *
   * @return the verdict
   */
  public static Verdict retry() {
    return RETRY;
  }

  /**
   * Another attempt may help, but not before a time that the server set. A hint is never shortened;
   * the backoff may make the wait longer.
   *
   * @param wait time from now; a negative time counts as zero, and more than 292 years as 292 years
   * @return the verdict, of kind throttled until set otherwise
   */
  public static Verdict retryNoSoonerThan(Duration wait) {
    return new Verdict(Action.RETRY, FailureKind.THROTTLED, Effect.UNKNOWN, hint(wait));
  }

  private static long hint(Duration wait) {
    return wait.isNegative() ? 0 : DurationText.saturatedNanos(wait);
  }

  /**
   * Another attempt is futile or unsafe.
   *
   * @return the verdict
   */
  public static Verdict abort() {
    return ABORT;
  }

  /**
   * No decision: the next classifier decides, and finally the conditions of the policy.
   *
   * @return the verdict
   */
  public static Verdict pass() {
    return PASS;
  }

  /** Adds a server's hint; the longer of two hints applies. */
  Verdict withHint(Duration wait) {
    boolean vague = action == Action.RETRY && kind == FailureKind.TRANSIENT;
    FailureKind hinted = vague ? FailureKind.THROTTLED : kind;
    return new Verdict(action, hinted, effect, Math.max(hintNanos, hint(wait)), price);
  }

  /**
   * Sets the kind of failure.
   *
   * @param kind the kind
   * @return a copy with this kind
   */
  public Verdict withKind(FailureKind kind) {
    Objects.requireNonNull(kind, "kind");
    return kind == this.kind ? this : new Verdict(action, kind, effect, hintNanos, price);
  }

  /**
   * Sets the possible effect of the attempt.
   *
   * @param effect the effect
   * @return a copy with this effect
   */
  public Verdict withEffect(Effect effect) {
    Objects.requireNonNull(effect, "effect");
    return effect == this.effect ? this : new Verdict(action, kind, effect, hintNanos, price);
  }

  /**
   * Sets the price of another attempt.
   *
   * @param price factor of the usual cost of a retry, from 0 (free) to {@value #MAX_PRICE}; the
   *     default is 1
   * @return a copy with this price
   * @throws IllegalArgumentException if {@code price} is not within its bounds
   */
  public Verdict withPrice(int price) {
    if (price < 0 || price > MAX_PRICE) {
      throw new IllegalArgumentException(
          "price must be from 0 to " + MAX_PRICE + ", but was " + price);
    }
    return price == this.price ? this : new Verdict(action, kind, effect, hintNanos, price);
  }

  /**
   * The action for the outcome.
   *
   * @return the action
   */
  public Action action() {
    return action;
  }

  /**
   * The kind of failure.
   *
   * @return the kind
   */
  public FailureKind kind() {
    return kind;
  }

  /**
   * The possible effect of the attempt.
   *
   * @return the effect
   */
  public Effect effect() {
    return effect;
  }

  /**
   * Returns true if there is a server's hint.
   *
   * @return true if {@link #hintNanos()} comes from the server
   */
  public boolean hasHint() {
    return hintNanos != NO_HINT;
  }

  /**
   * The minimum wait that the server asks for.
   *
   * @return nanoseconds, at least 0; also 0 if there is no hint
   */
  public long hintNanos() {
    return Math.max(0, hintNanos);
  }

  /**
   * The price of another attempt.
   *
   * @return factor of the usual cost of a retry; the default is 1
   */
  public int price() {
    return price;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Verdict that
        && action == that.action
        && kind == that.kind
        && effect == that.effect
        && hintNanos == that.hintNanos
        && price == that.price;
  }

  @Override
  public int hashCode() {
    return Objects.hash(action, kind, effect, hintNanos, price);
  }

  @Override
  public String toString() {
    String hint = hasHint() ? ", no sooner than " + DurationText.inWords(hintNanos) : "";
    String cost = price == PLAIN_PRICE ? "" : ", price " + price;
    return action + "(" + kind + ", effect " + effect + hint + cost + ")";
  }
}
