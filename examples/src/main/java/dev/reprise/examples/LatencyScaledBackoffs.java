package dev.reprise.examples;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.StopCondition;
import dev.reprise.time.RetryEnvironment;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** Delays of every kind, and delays for contention, as in the guide. */
public final class LatencyScaledBackoffs {

  private final Retry retry;

  LatencyScaledBackoffs(RetryEnvironment environment) {
    retry = forRows().withEnvironment(environment);
  }

  static Retry forRows() {
    return Retry.of(forConflicts()).withBudget(RetryBudget.unlimited()).named("rows");
  }

  static Backoff inTime() {
    return Backoff.exponential(Duration.ofMillis(100))
        .cappedAt(Duration.ofSeconds(1))
        .jitter(Jitter.full());
  }

  static Backoff quickThenSlow() {
    return Backoff.none().thenAfter(1, Backoff.exponential(Duration.ofSeconds(1)));
  }

  static RetryPolicy listed() {
    return RetryPolicy.builder()
        .backoff(
            Backoff.finiteSequence(
                Duration.ofSeconds(30), Duration.ofMinutes(45), Duration.ofHours(2)))
        .within(Duration.ofHours(4))
        .build();
  }

  static RetryPolicy bothNotEither() {
    return RetryPolicy.builder()
        .unlimitedAttempts()
        .within(Duration.ofMinutes(5))
        .giveUpWhen(StopCondition.attempts(5).and(StopCondition.elapsed(Duration.ofSeconds(30))))
        .build();
  }

  static RetryPolicy forConflicts() {
    return RetryPolicy.builder()
        .unlimitedAttempts()
        .within(Duration.ofSeconds(30))
        .backoff(Backoff.contention())
        .retryOn(ConflictException.class)
        .build();
  }

  static Backoff withFloor() {
    return Backoff.elapsed().withFloor(Duration.ofMillis(20)).cappedAt(Duration.ofSeconds(5));
  }

  /**
   * Changes a row under contention: reads it, and writes the changed row unless another client
   * wrote in between.
   *
   * @param table table of the row
   * @param id id of the row
   * @param change computes the new row
   * @return the row as it was written
   * @throws ConflictException if others were faster until the time limit
   */
  Row update(Table table, String id, UnaryOperator<Row> change) throws ConflictException {
    return retry.on(id).call(() -> table.write(change.apply(table.read(id))));
  }

  /**
   * A row with a version.
   *
   * @param id id of the row
   * @param version number of writes
   * @param amount content of the row
   */
  record Row(String id, long version, int amount) {

    Row plus(int more) {
      return new Row(id, version, amount + more);
    }
  }

  /** Rows with versions. */
  interface Table {

    Row read(String id);

    Row write(Row row) throws ConflictException;
  }

  /** Another client wrote the row first. */
  static final class ConflictException extends Exception {

    private static final long serialVersionUID = 1;
  }
}
