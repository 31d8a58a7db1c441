package dev.reprise.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.classify.Outcome;
import dev.reprise.idempotency.failure.OutcomeNotRecordedException;
import dev.reprise.idempotency.failure.OutcomeNotReplayableException;
import dev.reprise.idempotency.failure.OutcomePendingException;
import dev.reprise.idempotency.failure.StaleHolderException;
import dev.reprise.idempotency.internal.call.UncheckedThrow;
import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.idempotency.outcome.GuardedResult;
import dev.reprise.idempotency.outcome.OutcomeCodec;
import dev.reprise.idempotency.outcome.Replayability;
import dev.reprise.idempotency.store.Claim;
import dev.reprise.idempotency.store.ClaimRequest;
import dev.reprise.idempotency.store.IdempotencyStoreException;
import dev.reprise.idempotency.store.StoredOutcome;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;

/** Operations, codecs and stores that fail. */
class FailuresTest {

  private final Desk desk = new Desk();
  private final IdempotencyGuard<String> declining =
      desk.guard.recordingFailure(
          Declined.class, OutcomeCodec.text(Throwable::getMessage, Declined::new));

  private static final class Declined extends Exception {
    Declined(String message) {
      super(message);
    }
  }

  @Test
  void a_failure_is_thrown_as_it_is_and_the_next_call_runs() {
    IOException failure = new IOException("no connection");
    assertThat(catchThrowable(() -> fail(desk.guard, failure))).isSameAs(failure);
    assertThat(desk.call()).isEqualTo("receipt 1");
    assertThat(desk.time.elapsed()).isZero();
  }

  @Test
  void an_error_releases_the_key_as_well() {
    AssertionError error = new AssertionError("bug");
    assertThat(catchThrowable(() -> fail(desk.guard, error))).isSameAs(error);
    assertThat(desk.call()).isEqualTo("receipt 1");
  }

  @Test
  void a_failure_of_a_recorded_type_is_thrown_to_duplicates() {
    assertThatThrownBy(() -> fail(declining, new Declined("card expired")))
        .isInstanceOf(Declined.class);
    assertThatThrownBy(() -> declining.call(Desk.KEY, Desk.REQUEST, desk::run))
        .isInstanceOf(Declined.class)
        .hasMessage("card expired");
    assertThat(desk.executions).isZero();
  }

  @Test
  void a_recorded_failure_is_an_outcome_of_execute() throws Throwable {
    GuardedResult<String> ran = failed(declining, new Declined("card expired"));
    assertThat(ran.isReplayed()).isFalse();
    assertThat(ran.outcome().failureOrNull()).isInstanceOf(Declined.class);
    GuardedResult<String> replayed = declining.execute(Desk.KEY, Desk.REQUEST, desk::run);
    assertThat(replayed.isReplayed()).isTrue();
    assertThat(replayed.outcome().failureOrNull())
        .isInstanceOf(Declined.class)
        .hasMessage("card expired");
  }

  @Test
  void a_failure_of_a_different_type_is_not_recorded() {
    assertThatThrownBy(() -> fail(declining, new IOException("no connection")))
        .isInstanceOf(IOException.class);
    assertThat(declining.recorded(Desk.KEY)).isEmpty();
  }

  @Test
  void a_recorded_failure_of_a_stale_holder_is_rejected() {
    assertThatThrownBy(
            () ->
                declining.call(
                    Desk.KEY,
                    Desk.REQUEST,
                    holder -> {
                      desk.time.pass(Desk.LEASE);
                      desk.heldByAnother();
                      throw new Declined("card expired");
                    }))
        .isInstanceOf(StaleHolderException.class)
        .hasCauseInstanceOf(Declined.class);
  }

  @Test
  void an_operation_with_an_unreadable_failure_is_not_run_again() {
    assertThatThrownBy(() -> fail(declining, new Declined("card expired")))
        .isInstanceOf(Declined.class);
    assertThatThrownBy(desk::call)
        .isInstanceOfSatisfying(
            OutcomeNotReplayableException.class,
            e -> assertThat(e.reason()).isEqualTo(Replayability.NOT_DECODABLE))
        .hasRootCauseMessage("no codec for failures of type " + Declined.class.getName());
    assertThat(desk.executions).isZero();
  }

  @Test
  void an_outcome_that_is_too_large_is_returned_and_not_run_again() {
    IdempotencyGuard<String> guard = desk.guard.maxOutcomeBytes(10);
    GuardedResult<String> exact =
        guard.execute(
            IdempotencyKey.of("ann", "pay", "fits"), Desk.REQUEST, holder -> "0123456789");
    assertThat(((GuardedResult.Ran<String>) exact).replayability())
        .isEqualTo(Replayability.REPLAYABLE);
    GuardedResult<String> ran = guard.execute(Desk.KEY, Desk.REQUEST, holder -> "0123456789a");
    assertThat(ran)
        .isEqualTo(
            new GuardedResult.Ran<>(Outcome.returned("0123456789a"), Replayability.TOO_LARGE, 2));
    assertThatThrownBy(() -> guard.call(Desk.KEY, Desk.REQUEST, desk::run))
        .isInstanceOfSatisfying(
            OutcomeNotReplayableException.class,
            e -> assertThat(e.reason()).isEqualTo(Replayability.TOO_LARGE))
        .hasMessage(
            Desk.KEY
                + ": the operation has run, but its outcome of 11 bytes exceeds maxOutcomeBytes");
    assertThat(desk.executions).isZero();
  }

  @Test
  void an_outcome_that_cannot_be_written_is_returned_and_not_run_again() {
    String halfAPair = "\ud800";
    GuardedResult<String> ran = desk.guard.execute(Desk.KEY, Desk.REQUEST, holder -> halfAPair);
    assertThat(((GuardedResult.Ran<String>) ran).replayability())
        .isEqualTo(Replayability.NOT_ENCODABLE);
    assertThatThrownBy(desk::call)
        .isInstanceOfSatisfying(
            OutcomeNotReplayableException.class,
            e -> assertThat(e.reason()).isEqualTo(Replayability.NOT_ENCODABLE))
        .hasMessageContaining("MalformedInputException");
    assertThat(desk.executions).isZero();
  }

  @Test
  void a_codec_that_cannot_encode_is_logged_without_its_message() {
    List<String> logged = new ArrayList<>();
    Handler handler = new LogList(logged);
    Logger log = Logger.getLogger("dev.reprise.idempotency");
    log.addHandler(handler);
    log.setUseParentHandlers(false);
    try {
      codecThrowing(new IllegalStateException("card 4711")).call(Desk.KEY, Desk.REQUEST, desk::run);
    } finally {
      log.removeHandler(handler);
      log.setUseParentHandlers(true);
    }
    assertThat(logged)
        .containsExactly(
            Desk.KEY
                + ": the codec failed to encode the outcome, so it cannot be replayed:"
                + " java.lang.IllegalStateException");
  }

  @Test
  void an_error_of_the_codec_costs_no_value() {
    IdempotencyGuard<String> guard = codecThrowing(new StackOverflowError());
    assertThat(guard.call(Desk.KEY, Desk.REQUEST, desk::run)).isEqualTo("receipt 1");
  }

  @Test
  void an_outcome_that_cannot_be_read_is_not_run_again() {
    desk.call();
    IdempotencyGuard<Integer> guard =
        IdempotencyGuard.of(desk.store, OutcomeCodec.text(Object::toString, Integer::valueOf));
    assertThatThrownBy(() -> guard.call(Desk.KEY, Desk.REQUEST, holder -> 1))
        .isInstanceOf(OutcomeNotReplayableException.class)
        .hasCauseInstanceOf(NumberFormatException.class);
  }

  @Test
  void an_error_while_decoding_is_reported_like_an_exception() {
    desk.call();
    for (Throwable failure : List.of(new StackOverflowError(), new ClassNotFoundException("X"))) {
      IdempotencyGuard<String> guard =
          IdempotencyGuard.of(
              desk.store,
              OutcomeCodec.text(
                  value -> value,
                  text -> {
                    throw UncheckedThrow.thrown(failure);
                  }));
      assertThatThrownBy(() -> guard.call(Desk.KEY, Desk.REQUEST, desk::run))
          .isInstanceOf(OutcomeNotReplayableException.class)
          .hasCause(failure);
    }
  }

  @Test
  void an_outcome_of_an_unknown_kind_is_not_run_again() {
    for (byte[] bytes : new byte[][] {{}, {99}, {2, 0}}) {
      IdempotencyKey key = IdempotencyKey.of("ann", "pay", "k" + bytes.length);
      ClaimRequest request = new ClaimRequest(Desk.REQUEST.digest(), Desk.LEASE, Desk.KEEP_FOR);
      long token = ((Claim.Granted) desk.store.claim(key.digest(), request)).token();
      desk.store.record(key.digest(), token, StoredOutcome.of(bytes));
      assertThatThrownBy(() -> desk.guard.call(key, Desk.REQUEST, desk::run))
          .isInstanceOf(OutcomeNotReplayableException.class);
    }
    assertThat(desk.executions).isZero();
  }

  @Test
  void a_store_that_fails_to_record_does_not_cost_the_value_and_keeps_the_lease() {
    IdempotencyStoreException full = new IdempotencyStoreException("disk full", null);
    IdempotencyGuard<String> guard = guard(new FailingStore(desk, full));
    assertThatThrownBy(() -> guard.call(Desk.KEY, Desk.REQUEST, desk::run))
        .isInstanceOfSatisfying(
            OutcomeNotRecordedException.class,
            e -> assertThat(e.outcome()).isEqualTo(Outcome.returned("receipt 1")))
        .hasCause(full);
    assertThatThrownBy(
            () -> guard.waitAtMost(Duration.ZERO).call(Desk.KEY, Desk.REQUEST, desk::run))
        .isInstanceOf(OutcomePendingException.class);
  }

  @Test
  void a_failed_release_is_suppressed_in_the_failure() {
    IdempotencyStoreException full = new IdempotencyStoreException("disk full", null);
    IOException failure = new IOException("no connection");
    assertThatThrownBy(() -> fail(guard(new FailingStore(desk, full)), failure))
        .isSameAs(failure)
        .hasSuppressedException(full);
  }

  @Test
  void a_store_that_breaks_its_contract_costs_neither_value_nor_failure() {
    for (Throwable bug : List.of(new IllegalStateException("pool closed"), new LinkageError())) {
      Desk fresh = new Desk();
      IdempotencyGuard<String> guard = guard(new FailingStore(fresh, bug));
      assertThatThrownBy(() -> guard.call(Desk.KEY, Desk.REQUEST, fresh::run))
          .isInstanceOfSatisfying(
              OutcomeNotRecordedException.class,
              e -> assertThat(e.outcome()).isEqualTo(Outcome.returned("receipt 1")))
          .hasCause(bug);
      IOException failure = new IOException("no connection");
      assertThatThrownBy(() -> fail(guard(new FailingStore(new Desk(), bug)), failure))
          .isSameAs(failure)
          .hasSuppressedException(bug);
    }
  }

  @Test
  void a_store_that_fails_to_release_with_the_failure_itself_leaves_it_as_it_is() {
    IllegalStateException shared = new IllegalStateException("no connection");
    IdempotencyGuard<String> guard = guard(new FailingStore(desk, shared));
    assertThatThrownBy(
            () ->
                guard.call(
                    Desk.KEY,
                    Desk.REQUEST,
                    holder -> {
                      throw shared;
                    }))
        .isSameAs(shared)
        .hasNoSuppressedExceptions();
  }

  @Test
  void a_store_that_fails_to_claim_runs_nothing() {
    IdempotencyGuard<String> guard =
        guard(
            new ForwardingStore(desk.store) {
              @Override
              public Claim claim(String key, ClaimRequest request) {
                throw new IdempotencyStoreException("no database", null);
              }
            });
    assertThatThrownBy(() -> guard.call(Desk.KEY, Desk.REQUEST, desk::run))
        .hasMessage("no database");
    assertThat(desk.executions).isZero();
  }

  private IdempotencyGuard<String> codecThrowing(Throwable failure) {
    return IdempotencyGuard.of(
        desk.store,
        OutcomeCodec.text(
            value -> {
              throw UncheckedThrow.thrown(failure);
            },
            text -> text));
  }

  private IdempotencyGuard<String> guard(ForwardingStore store) {
    return IdempotencyGuard.of(store, OutcomeCodec.string())
        .lease(Desk.LEASE)
        .withEnvironment(desk.time);
  }

  private static void fail(IdempotencyGuard<String> guard, Throwable failure) throws Throwable {
    guard.call(
        Desk.KEY,
        Desk.REQUEST,
        holder -> {
          throw failure;
        });
  }

  private static GuardedResult<String> failed(IdempotencyGuard<String> guard, Throwable failure)
      throws Throwable {
    return guard.execute(
        Desk.KEY,
        Desk.REQUEST,
        holder -> {
          throw failure;
        });
  }

  private static final class LogList extends Handler {

    private final List<String> messages;

    LogList(List<String> messages) {
      this.messages = messages;
    }

    @Override
    public void publish(LogRecord logged) {
      messages.add(new SimpleFormatter().formatMessage(logged));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  /** Grants, and fails at everything else. */
  private static final class FailingStore extends ForwardingStore {

    private final Throwable failure;

    FailingStore(Desk desk, Throwable failure) {
      super(desk.store);
      this.failure = failure;
    }

    @Override
    public boolean record(String key, long token, StoredOutcome outcome) {
      throw UncheckedThrow.thrown(failure);
    }

    @Override
    public boolean release(String key, long token) {
      throw UncheckedThrow.thrown(failure);
    }
  }
}
