package dev.reprise.jdbc.internal.transaction;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.budget.RetryBudget;
import dev.reprise.classify.Effect;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.View;
import dev.reprise.jdbc.classify.SqlClassifier;
import dev.reprise.jdbc.classify.SqlPhase;
import dev.reprise.jdbc.internal.FailedTransactionException;
import dev.reprise.jdbc.internal.SharedConnections;
import dev.reprise.jdbc.transaction.TransactionIsolation;
import dev.reprise.policy.AttemptTimeout;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.time.TimeText;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The settings of a {@code TransactionRetry}. Immutable once {@link #copy} has returned. */
public final class TransactionSettings {

  static final long NONE = Long.MAX_VALUE;

  /** The policy of transactions for which none is set. */
  public static final RetryPolicy DEFAULT_POLICY =
      RetryPolicy.builder()
          .maxAttempts(20)
          .within(Duration.ofSeconds(30))
          .backoff(
              Backoff.exponential(Duration.ofMillis(10))
                  .cappedAt(Duration.ofSeconds(1))
                  .jitter(Jitter.full()))
          .idempotency(Idempotency.NOT_IDEMPOTENT)
          .build();

  static final Duration MAX_DURATION = Duration.ofNanos(NONE);

  private final DataSource dataSource;
  private SqlClassifier classifier = SqlClassifier.standard();
  private @Nullable TransactionIsolation isolation;
  private boolean readOnly;
  private boolean idempotent;
  private long statementNanos = NONE;
  private long networkNanos = NONE;
  private Retry retry =
      Retry.of(DEFAULT_POLICY).withBudget(RetryBudget.unlimited()).named("transaction");
  private Retry callRetry = retry;
  private boolean namesFailures;

  /** The defaults for a data source. */
  public TransactionSettings(DataSource dataSource) {
    this.dataSource = SharedConnections.reject(Objects.requireNonNull(dataSource, "dataSource"));
    prepareCallRetry();
  }

  private TransactionSettings(TransactionSettings from) {
    dataSource = from.dataSource;
    classifier = from.classifier;
    isolation = from.isolation;
    readOnly = from.readOnly;
    idempotent = from.idempotent;
    statementNanos = from.statementNanos;
    networkNanos = from.networkNanos;
    retry = from.retry;
  }

  private TransactionSettings copy(Consumer<TransactionSettings> change) {
    TransactionSettings copy = new TransactionSettings(this);
    change.accept(copy);
    copy.prepareCallRetry();
    return copy;
  }

  public TransactionSettings withRetry(Retry changed) {
    if (changed.policy().hedge().isPresent()) {
      throw new IllegalArgumentException(
          "a transaction cannot be hedged, but the policy has hedge="
              + changed.policy().hedge().get());
    }
    return copy(settings -> settings.retry = changed);
  }

  public TransactionSettings withClassifier(SqlClassifier changed) {
    return copy(settings -> settings.classifier = changed);
  }

  public TransactionSettings withIsolation(TransactionIsolation changed) {
    return copy(settings -> settings.isolation = changed);
  }

  public TransactionSettings withReadOnly() {
    return copy(settings -> settings.readOnly = true);
  }

  public TransactionSettings withIdempotent() {
    return copy(settings -> settings.idempotent = true);
  }

  public TransactionSettings withStatementTimeout(Duration limit) {
    long nanos = positive("statementTimeout", limit);
    return copy(settings -> settings.statementNanos = nanos);
  }

  public TransactionSettings withNetworkTimeout(Duration limit) {
    long nanos = positive("networkTimeout", limit);
    return copy(settings -> settings.networkNanos = nanos);
  }

  public DataSource dataSource() {
    return dataSource;
  }

  SqlClassifier classifier() {
    return classifier;
  }

  @Nullable TransactionIsolation isolation() {
    return isolation;
  }

  boolean isReadOnly() {
    return readOnly;
  }

  /** The timeout that is set for statements; {@link #NONE} if none is set. */
  long statementNanos() {
    return statementNanos;
  }

  /** The timeout that is set for the network; {@link #NONE} if none is set. */
  long networkNanos() {
    return networkNanos;
  }

  /** The retry as it was set. */
  public Retry retry() {
    return retry;
  }

  /**
   * The retry of calls: the one that was set, with an idempotency and without an attempt timeout in
   * its policy.
   */
  Retry callRetry() {
    return callRetry;
  }

  /**
   * Removes the attempt timeout from the policy, since it would interrupt the thread, and sets the
   * idempotency.
   */
  private void prepareCallRetry() {
    RetryPolicy policy = retry.policy();
    namesFailures = policy.conditions().settings().stream().anyMatch(this::namesFailures);
    callRetry =
        retry.withPolicy(
            policy.toBuilder()
                .attemptTimeout(
                    policy
                        .attemptTimeouts()
                        .orElse(AttemptTimeout.of(MAX_DURATION))
                        .fixedAt(MAX_DURATION))
                .idempotency(idempotency(policy))
                .build());
  }

  /**
   * The timeout of an attempt, regardless of the time that remains for the transaction; {@link
   * #NONE} for no timeout.
   */
  long attemptNanos(int number) {
    RetryPolicy policy = retry.policy();
    View view = policy.readsLatencies() ? retry.state().view() : View.NONE;
    return policy.attemptTimeoutNanos(number, view);
  }

  /**
   * Judges a failure of an attempt. The classifier is asked first, then the conditions of the
   * policy.
   */
  Verdict verdict(Throwable failure, Outcome<?> outcome, SqlPhase phase) {
    Throwable cause = failure.getCause();
    if (failure instanceof FailedTransactionException && cause != null) {
      return verdict(cause, Outcome.threw(cause), phase);
    }
    Verdict verdict = classifier.verdict(failure, phase);
    return verdict.action() == Verdict.Action.RETRY ? verdict : byPolicy(verdict, outcome, phase);
  }

  /**
   * Retries failures that the policy names, whatever the verdict of the classifier. A failure
   * before the commit had no effect on the database, since the transaction was rolled back.
   */
  private Verdict byPolicy(Verdict bySql, Outcome<?> outcome, SqlPhase phase) {
    Verdict verdict =
        namesFailures ? retry.policy().conditions().classify(outcome) : Verdict.abort();
    if (verdict.action() != Verdict.Action.RETRY) {
      return bySql.action() == Verdict.Action.PASS ? verdict : bySql;
    }
    if (phase != SqlPhase.COMMITTING) {
      return verdict.withEffect(Effect.NONE);
    }
    return bySql.action() == Verdict.Action.PASS ? verdict : verdict.withEffect(bySql.effect());
  }

  /** Returns whether a transaction may be committed although its commit failed. */
  boolean mayHaveCommitted(Throwable failure) {
    return classifier.verdict(failure, SqlPhase.COMMITTING).effect() != Effect.NONE;
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

  private static long positive(String setting, @Nullable Duration value) {
    Objects.requireNonNull(value, setting);
    if (value.isZero() || value.isNegative()) {
      throw new IllegalArgumentException(
          setting + " must be more than zero, but was " + TimeText.inWords(value));
    }
    return nanos(value);
  }

  static long nanos(Duration value) {
    return value.compareTo(MAX_DURATION) >= 0 ? NONE : value.toNanos();
  }
}
