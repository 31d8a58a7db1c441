package dev.reprise.jdbc;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.View;
import dev.reprise.jdbc.internal.SharedConnections;
import dev.reprise.policy.AttemptTimeout;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.time.TimeText;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The settings of a {@link TransactionRetry}. Changed only while a copy is made. */
final class TransactionSettings {

  static final long NONE = Long.MAX_VALUE;

  static final RetryPolicy POLICY =
      RetryPolicy.builder()
          .maxAttempts(20)
          .within(Duration.ofSeconds(30))
          .backoff(
              Backoff.exponential(Duration.ofMillis(10))
                  .cappedAt(Duration.ofSeconds(1))
                  .jitter(Jitter.full()))
          .idempotency(Idempotency.NOT_IDEMPOTENT)
          .build();

  private static final Duration LONGEST = Duration.ofNanos(NONE);

  final DataSource dataSource;
  SqlClassifier classifier = SqlClassifier.standard();
  @Nullable TransactionIsolation isolation;
  boolean readOnly;
  private boolean idempotent;
  long statementNanos = NONE;
  long networkNanos = NONE;
  private Retry given = Retry.of(POLICY).withBudget(RetryBudget.unlimited()).named("transaction");
  private Retry fitted = given;
  private boolean namesFailures;

  TransactionSettings(DataSource dataSource) {
    this.dataSource = SharedConnections.refuse(Objects.requireNonNull(dataSource, "dataSource"));
    fit();
  }

  private TransactionSettings(TransactionSettings from) {
    dataSource = from.dataSource;
    classifier = from.classifier;
    isolation = from.isolation;
    readOnly = from.readOnly;
    idempotent = from.idempotent;
    statementNanos = from.statementNanos;
    networkNanos = from.networkNanos;
    given = from.given;
  }

  TransactionSettings with(Consumer<TransactionSettings> change) {
    TransactionSettings changed = new TransactionSettings(this);
    change.accept(changed);
    changed.fit();
    return changed;
  }

  void retry(Retry retry) {
    if (retry.policy().hedge().isPresent()) {
      throw new IllegalArgumentException(
          "a transaction is not hedged, but the policy has hedge=" + retry.policy().hedge().get());
    }
    given = retry;
  }

  Retry retry() {
    return given;
  }

  void idempotent() {
    idempotent = true;
  }

  /**
   * Takes the attempt timeout out of the policy, which would interrupt, and declares what doing the
   * transaction twice means.
   */
  private void fit() {
    RetryPolicy policy = given.policy();
    namesFailures = policy.conditions().settings().stream().anyMatch(this::namesFailures);
    fitted =
        given.withPolicy(
            policy.toBuilder()
                .attemptTimeout(
                    policy.attemptTimeouts().orElse(AttemptTimeout.of(LONGEST)).fixedAt(LONGEST))
                .idempotency(idempotency(policy))
                .build());
  }

  /**
   * The timeout of an attempt, whatever time remains for the transaction; {@link #NONE} for no
   * limit.
   */
  long attemptNanos(int number) {
    RetryPolicy policy = given.policy();
    View view = policy.readsLatencies() ? given.state().view() : View.NONE;
    return policy.attemptTimeoutNanos(number, view);
  }

  private Idempotency idempotency(RetryPolicy policy) {
    if (policy.idempotency().allowsDuplicates()) {
      return policy.idempotency();
    }
    return idempotent ? Idempotency.IDEMPOTENT : Idempotency.NOT_IDEMPOTENT;
  }

  private boolean namesFailures(String setting) {
    return setting.startsWith("retryOn=")
        || setting.startsWith("retryOnCause=")
        || setting.startsWith("retryIf=");
  }

  /** The retry for a call, its policy without an attempt timeout and with an idempotency. */
  Retry fitted() {
    return fitted;
  }

  /** Returns whether the policy says by itself which failures to retry. */
  boolean namesFailures() {
    return namesFailures;
  }

  static long positive(String setting, @Nullable Duration value) {
    Objects.requireNonNull(value, setting);
    if (value.isZero() || value.isNegative()) {
      throw new IllegalArgumentException(
          setting + " must be more than zero, but was " + TimeText.inWords(value));
    }
    return nanos(value);
  }

  static long nanos(Duration value) {
    return value.compareTo(LONGEST) >= 0 ? NONE : value.toNanos();
  }
}
