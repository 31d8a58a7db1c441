package dev.reprise.policy;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.budget.RetryBudget;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Failures;
import dev.reprise.classify.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a policy for failures of one kind, or of one class: a different backoff, a limit, a
 * different price. Such failures are counted within the call, and backoff and limit use that count.
 * Settings that a rule leaves out are those of the policy, and the limits of the policy hold in
 * addition. A value: two built the same way are equal, and one prints as in the text form of
 * policies.
 *
 * <pre>{@code
 * RetryPolicy.builder()
 *     .maxAttempts(6)
 *     .rule(FailureRule.of(FailureKind.THROTTLED).backoff(Backoff.exponential(ofSeconds(1))))
 *     .rule(FailureRule.of(SocketTimeoutException.class).maxFailures(2).price(2))
 * }</pre>
 *
 * <p>If several rules apply to a failure, the one that was added first is used. Immutable and safe
 * for use by any thread. No method takes null.
 */
public final class FailureRule {

  private static final int NOT_SET = -1;

  private final @Nullable FailureKind kind;
  private final @Nullable Class<? extends Throwable> type;
  private final @Nullable Backoff backoff;
  private final int maxFailures;
  private final int price;

  private FailureRule(
      @Nullable FailureKind kind,
      @Nullable Class<? extends Throwable> type,
      @Nullable Backoff backoff,
      int maxFailures,
      int price) {
    this.kind = kind;
    this.type = type;
    this.backoff = backoff;
    this.maxFailures = maxFailures;
    this.price = price;
  }

  /**
   * A rule for a {@linkplain Verdict#kind() kind} of failure, both exceptions and rejected results.
   *
   * @param kind the kind
   * @return a rule that changes nothing yet
   */
  public static FailureRule of(FailureKind kind) {
    return new FailureRule(
        Objects.requireNonNull(kind, "kind"), null, null, Integer.MAX_VALUE, NOT_SET);
  }

  /**
   * A rule for failures of a class, including subclasses; wrappers such as {@code
   * CompletionException} are unwrapped. The rule does not make a failure retryable.
   *
   * @param type the class
   * @return a rule that changes nothing yet
   */
  public static FailureRule of(Class<? extends Throwable> type) {
    return new FailureRule(
        null, Objects.requireNonNull(type, "type"), null, Integer.MAX_VALUE, NOT_SET);
  }

  /**
   * The table of the AWS SDKs' standard retry mode, for {@link RetryBudget#aws()}: after throttling
   * the backoff begins at one second instead of 100 ms, and the attempt after a timeout costs twice
   * as much.
   *
   * <p>Source: AWS SDK for Java 2 Developer Guide, <i>Configure retry behavior</i>, for the waits;
   * the standard retry mode of botocore and of the AWS SDK for JavaScript 3 for the prices, 5 and
   * 10 tokens.
   *
   * @return {@code throttled(backoff=exponential(1s, x2, cap=20s, jitter=full))} and {@code
   *     timeout(price=2)}; unmodifiable
   */
  public static List<FailureRule> aws() {
    return List.of(
        of(FailureKind.THROTTLED)
            .backoff(
                Backoff.exponential(Duration.ofSeconds(1))
                    .cappedAt(Duration.ofSeconds(20))
                    .jitter(Jitter.full())),
        of(FailureKind.TIMEOUT).price(2));
  }

  /**
   * Sets the delays after such failures. The first delay applies after the first such failure.
   *
   * @param backoff the backoff; a {@linkplain Backoff#finiteSequence finite} one does not limit the
   *     attempts here
   * @return a copy with this backoff
   */
  public FailureRule backoff(Backoff backoff) {
    return new FailureRule(
        kind, type, Objects.requireNonNull(backoff, "backoff"), maxFailures, price);
  }

  /**
   * Limits such failures of a call: the last of them ends it, with {@link
   * dev.reprise.decision.StopReason#ATTEMPTS}.
   *
   * @param maxFailures the number, at least 1, which means that such failures are not retried
   * @return a copy with this limit
   * @throws IllegalArgumentException if {@code maxFailures} is less than 1
   */
  public FailureRule maxFailures(int maxFailures) {
    if (maxFailures < 1) {
      throw new IllegalArgumentException("maxFailures must be at least 1, but was " + maxFailures);
    }
    return new FailureRule(kind, type, backoff, maxFailures, price);
  }

  /**
   * Sets the price of the attempt after such a failure.
   *
   * @param price a multiple of the ordinary price of a retry, from 0 to {@link Verdict#MAX_PRICE}
   * @return a copy with this price
   * @throws IllegalArgumentException if {@code price} is not from 0 to {@link Verdict#MAX_PRICE}
   */
  public FailureRule price(int price) {
    return new FailureRule(
        kind, type, backoff, maxFailures, Verdict.retry().withPrice(price).price());
  }

  /**
   * Returns the delay after such a failure.
   *
   * @return the backoff; empty for that of the policy
   */
  public Optional<Backoff> backoff() {
    return Optional.ofNullable(backoff);
  }

  /**
   * Returns the number of such failures that ends a call.
   *
   * @return at least 1; {@link Integer#MAX_VALUE} for no limit
   */
  public int maxFailures() {
    return maxFailures;
  }

  /**
   * Returns the price of the attempt after such a failure.
   *
   * @return a multiple of the ordinary price of a retry; empty for the price of the verdict
   */
  public OptionalInt price() {
    return price == NOT_SET ? OptionalInt.empty() : OptionalInt.of(price);
  }

  /**
   * Returns whether the rule applies to a failure, or to a rejected result if the failure is null.
   */
  boolean isFor(FailureKind found, @Nullable Throwable failure) {
    if (type == null) {
      return found == kind;
    }
    return failure != null
        && (type.isInstance(failure) || type.isInstance(Failures.unwrapOrSelf(failure)));
  }

  /** The verdict with this rule's price, if it has one. */
  Verdict priced(Verdict verdict) {
    return price == NOT_SET ? verdict : verdict.withPrice(price);
  }

  boolean changesNothing() {
    return backoff == null && maxFailures == Integer.MAX_VALUE && price == NOT_SET;
  }

  /**
   * Returns the name of such failures in the text form.
   *
   * @return for example {@code throttled} or the name of a class
   */
  public String name() {
    return kind != null ? nameOf(kind) : Objects.requireNonNull(type).getName();
  }

  static String nameOf(FailureKind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FailureRule that
        && kind == that.kind
        && type == that.type
        && Objects.equals(backoff, that.backoff)
        && maxFailures == that.maxFailures
        && price == that.price;
  }

  @Override
  public int hashCode() {
    return Objects.hash(name(), backoff, maxFailures, price);
  }

  /**
   * The rule in the text form of policies.
   *
   * @return such as {@code throttled(backoff=fixed(1s), maxFailures=3, price=2)}
   */
  @Override
  public String toString() {
    return FailureRuleText.format(this);
  }
}
