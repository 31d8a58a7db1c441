package dev.reprise.classify;

import dev.reprise.internal.text.DurationText;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What an outcome means: accept it, retry, retry but no sooner than the server said, or abort. A
 * verdict also tells what kind of failure it saw, whether the attempt may have had an effect, and
 * what another attempt costs the budget. Immutable, equal by value.
 */
public final class Verdict {

  /** What to do with the outcome. */
  public enum Action {
    /** The outcome is the result of the call. */
    ACCEPT,
    /** Another attempt may help. */
    RETRY,
    /** Another attempt is futile or unsafe. */
    ABORT,
    /** No opinion; the next classifier decides. */
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
   * The outcome is the result of the call, and the server wants to be left alone for a while. Later
   * calls heed it where the policy says so.
   *
   * @param wait how long from now; negative counts as zero, and what exceeds 292 years counts as
   *     that
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
   * Another attempt may help, but not before a time that the server named. A hint is never
   * shortened; the backoff may make the wait longer.
   *
   * @param wait how long from now; negative counts as zero, and what exceeds 292 years counts as
   *     that
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
   * No opinion: the next classifier is asked, in the end the policy's own rules.
   *
   * @return the verdict
   */
  public static Verdict pass() {
    return PASS;
  }

  /** Attaches what the server asked for; of two hints the longer one holds. */
  Verdict withHint(Duration wait) {
    boolean vague = action == Action.RETRY && kind == FailureKind.TRANSIENT;
    FailureKind hinted = vague ? FailureKind.THROTTLED : kind;
    return new Verdict(action, hinted, effect, Math.max(hintNanos, hint(wait)), price);
  }

  /**
   * Names the kind of failure.
   *
   * @param kind the kind
   * @return a copy with this kind
   */
  public Verdict withKind(FailureKind kind) {
    Objects.requireNonNull(kind, "kind");
    return kind == this.kind ? this : new Verdict(action, kind, effect, hintNanos, price);
  }

  /**
   * Says whether the attempt may have changed something.
   *
   * @param effect the effect
   * @return a copy with this effect
   */
  public Verdict withEffect(Effect effect) {
    Objects.requireNonNull(effect, "effect");
    return effect == this.effect ? this : new Verdict(action, kind, effect, hintNanos, price);
  }

  /**
   * Sets what another attempt costs the budget.
   *
   * @param price as many times what a retry costs otherwise, from 0, for nothing, to {@value
   *     #MAX_PRICE}; 1 until set
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
   * What to do.
   *
   * @return the action
   */
  public Action action() {
    return action;
  }

  /**
   * What sort of failure it was.
   *
   * @return the kind
   */
  public FailureKind kind() {
    return kind;
  }

  /**
   * Whether the attempt may have changed something.
   *
   * @return the effect
   */
  public Effect effect() {
    return effect;
  }

  /**
   * Whether the server named a time.
   *
   * @return true if {@link #hintNanos()} is the server's
   */
  public boolean hasHint() {
    return hintNanos != NO_HINT;
  }

  /**
   * The shortest wait that the server asked for.
   *
   * @return nanoseconds, at least 0; 0 as well where there is no hint
   */
  public long hintNanos() {
    return Math.max(0, hintNanos);
  }

  /**
   * What another attempt costs the budget.
   *
   * @return as many times what a retry costs otherwise; 1 unless set
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
