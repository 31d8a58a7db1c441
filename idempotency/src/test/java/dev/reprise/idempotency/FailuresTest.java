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

/** Tests operations, codecs and stores that fail. */
class FailuresTest {

  private final GuardFixture fixture = new GuardFixture();
  private final IdempotencyGuard<String> declining =
      fixture.guard.recordingFailure(
          Declined.class, OutcomeCodec.text(Throwable::getMessage, Declined::new));

  private static final class Declined extends Exception {
    Declined(String message) {
      super(message);
    }
  }

  @Test
  void a_failure_is_thrown_unchanged_and_the_next_call_runs() {
    IOException failure = new IOException("no connection");
    assertThat(catchThrowable(() -> fail(fixture.guard, failure))).isSameAs(failure);
    assertThat(fixture.call()).isEqualTo("receipt 1");
    assertThat(fixture.time.elapsed()).isZero();
  }

  @Test
  void an_error_releases_the_key_as_well() {
    AssertionError error = new AssertionError("bug");
    assertThat(catchThrowable(() -> fail(fixture.guard, error))).isSameAs(error);
    assertThat(fixture.call()).isEqualTo("receipt 1");
  }

  @Test
  void a_failure_of_a_recorded_type_is_thrown_to_duplicates() {
    assertThatThrownBy(() -> fail(declining, new Declined("card expired")))
        .isInstanceOf(Declined.class);
    assertThatThrownBy(() -> declining.call(GuardFixture.KEY, GuardFixture.REQUEST, fixture::run))
        .isInstanceOf(Declined.class)
        .hasMessage("card expired");
    assertThat(fixture.executions).isZero();
  }

  @Test
  void a_recorded_failure_is_an_outcome_of_execute() throws Throwable {
    GuardedResult<String> ran = failed(declining, new Declined("card expired"));
    assertThat(ran.isReplayed()).isFalse();
    assertThat(ran.outcome().failureOrNull()).isInstanceOf(Declined.class);
    GuardedResult<String> replayed =
        declining.execute(GuardFixture.KEY, GuardFixture.REQUEST, fixture::run);
    assertThat(replayed.isReplayed()).isTrue();
    assertThat(replayed.outcome().failureOrNull())
        .isInstanceOf(Declined.class)
        .hasMessage("card expired");
  }

  @Test
  void a_failure_of_a_different_type_is_not_recorded() {
    assertThatThrownBy(() -> fail(declining, new IOException("no connection")))
        .isInstanceOf(IOException.class);
    assertThat(declining.recorded(GuardFixture.KEY)).isEmpty();
  }

  @Test
  void a_recorded_failure_of_a_stale_holder_is_rejected() {
    assertThatThrownBy(
            () ->
                declining.call(
                    GuardFixture.KEY,
                    GuardFixture.REQUEST,
                    holder -> {
                      fixture.time.pass(GuardFixture.LEASE);
                      fixture.heldByAnother();
                      throw new Declined("card expired");
                    }))
        .isInstanceOf(StaleHolderException.class)
        .hasCauseInstanceOf(Declined.class);
  }

  @Test
  void an_operation_with_an_unreadable_failure_is_not_run_again() {
    assertThatThrownBy(() -> fail(declining, new Declined("card expired")))
        .isInstanceOf(Declined.class);
    assertThatThrownBy(fixture::call)
        .isInstanceOfSatisfying(
            OutcomeNotReplayableException.class,
            e -> assertThat(e.reason()).isEqualTo(Replayability.NOT_DECODABLE))
        .hasRootCauseMessage("no codec for failures of type " + Declined.class.getName());
    assertThat(fixture.executions).isZero();
  }

  @Test
  void an_outcome_that_is_too_large_is_returned_and_not_run_again() {
    IdempotencyGuard<String> guard = fixture.guard.maxOutcomeBytes(10);
    GuardedResult<String> exact =
        guard.execute(
            IdempotencyKey.of("ann", "pay", "fits"), GuardFixture.REQUEST, holder -> "0123456789");
    assertThat(((GuardedResult.Ran<String>) exact).replayability())
        .isEqualTo(Replayability.REPLAYABLE);
    GuardedResult<String> ran =
        guard.execute(GuardFixture.KEY, GuardFixture.REQUEST, holder -> "0123456789a");
    assertThat(ran)
        .isEqualTo(
            new GuardedResult.Ran<>(Outcome.returned("0123456789a"), Replayability.TOO_LARGE, 2));
    assertThatThrownBy(() -> guard.call(GuardFixture.KEY, GuardFixture.REQUEST, fixture::run))
        .isInstanceOfSatisfying(
            OutcomeNotReplayableException.class,
            e -> assertThat(e.reason()).isEqualTo(Replayability.TOO_LARGE))
        .hasMessage(
            GuardFixture.KEY
                + ": the operation has run, but its outcome of 11 bytes exceeds maxOutcomeBytes");
    assertThat(fixture.executions).isZero();
  }

  @Test
  void an_outcome_that_cannot_be_written_is_returned_and_not_run_again() {
    String halfAPair = "\ud800";
    GuardedResult<String> ran =
        fixture.guard.execute(GuardFixture.KEY, GuardFixture.REQUEST, holder -> halfAPair);
    assertThat(((GuardedResult.Ran<String>) ran).replayability())
        .isEqualTo(Replayability.NOT_ENCODABLE);
    assertThatThrownBy(fixture::call)
        .isInstanceOfSatisfying(
            OutcomeNotReplayableException.class,
            e -> assertThat(e.reason()).isEqualTo(Replayability.NOT_ENCODABLE))
        .hasMessageContaining("MalformedInputException");
    assertThat(fixture.executions).isZero();
  }

  @Test
  void a_codec_that_cannot_encode_is_logged_without_its_message() {
    List<String> logged = new ArrayList<>();
    Handler handler = new LogList(logged);
    Logger log = Logger.getLogger("dev.reprise.idempotency");
    log.addHandler(handler);
    log.setUseParentHandlers(false);
    try {
      codecThrowing(new IllegalStateException("card 4711"))
          .call(GuardFixture.KEY, GuardFixture.REQUEST, fixture::run);
    } finally {
      log.removeHandler(handler);
      log.setUseParentHandlers(true);
    }
    assertThat(logged)
        .containsExactly(
            GuardFixture.KEY
                + ": the codec failed to encode the outcome, so it cannot be replayed:"
                + " java.lang.IllegalStateException");
  }

  @Test
  void an_error_of_the_codec_does_not_lose_the_value() {
    IdempotencyGuard<String> guard = codecThrowing(new StackOverflowError());
    assertThat(guard.call(GuardFixture.KEY, GuardFixture.REQUEST, fixture::run))
        .isEqualTo("receipt 1");
  }

  @Test
  void an_outcome_that_cannot_be_read_is_not_run_again() {
    fixture.call();
    IdempotencyGuard<Integer> guard =
        IdempotencyGuard.of(fixture.store, OutcomeCodec.text(Object::toString, Integer::valueOf));
    assertThatThrownBy(() -> guard.call(GuardFixture.KEY, GuardFixture.REQUEST, holder -> 1))
        .isInstanceOf(OutcomeNotReplayableException.class)
        .hasCauseInstanceOf(NumberFormatException.class);
  }

  @Test
  void an_error_while_decoding_is_reported_like_an_exception() {
    fixture.call();
    for (Throwable failure : List.of(new StackOverflowError(), new ClassNotFoundException("X"))) {
      IdempotencyGuard<String> guard =
          IdempotencyGuard.of(
              fixture.store,
              OutcomeCodec.text(
                  value -> value,
                  text -> {
                    throw UncheckedThrow.thrown(failure);
                  }));
      assertThatThrownBy(() -> guard.call(GuardFixture.KEY, GuardFixture.REQUEST, fixture::run))
          .isInstanceOf(OutcomeNotReplayableException.class)
          .hasCause(failure);
    }
  }

  @Test
  void an_outcome_of_an_unknown_kind_is_not_run_again() {
    for (byte[] bytes : new byte[][] {{}, {99}, {2, 0}}) {
      IdempotencyKey key = IdempotencyKey.of("ann", "pay", "k" + bytes.length);
      ClaimRequest request =
          new ClaimRequest(
              GuardFixture.REQUEST.digest(), GuardFixture.LEASE, GuardFixture.KEEP_FOR);
      long token = ((Claim.Granted) fixture.store.claim(key.digest(), request)).token();
      fixture.store.record(key.digest(), token, StoredOutcome.of(bytes));
      assertThatThrownBy(() -> fixture.guard.call(key, GuardFixture.REQUEST, fixture::run))
          .isInstanceOf(OutcomeNotReplayableException.class);
    }
    assertThat(fixture.executions).isZero();
  }

  @Test
  void a_store_that_fails_to_record_does_not_lose_the_value_and_keeps_the_lease() {
    IdempotencyStoreException full = new IdempotencyStoreException("disk full", null);
    IdempotencyGuard<String> guard = guard(new FailingStore(fixture, full));
    assertThatThrownBy(() -> guard.call(GuardFixture.KEY, GuardFixture.REQUEST, fixture::run))
        .isInstanceOfSatisfying(
            OutcomeNotRecordedException.class,
            e -> assertThat(e.outcome()).isEqualTo(Outcome.returned("receipt 1")))
        .hasCause(full);
    assertThatThrownBy(
            () ->
                guard
                    .waitAtMost(Duration.ZERO)
                    .call(GuardFixture.KEY, GuardFixture.REQUEST, fixture::run))
        .isInstanceOf(OutcomePendingException.class);
  }

  @Test
  void a_failed_release_is_suppressed_in_the_failure() {
    IdempotencyStoreException full = new IdempotencyStoreException("disk full", null);
    IOException failure = new IOException("no connection");
    assertThatThrownBy(() -> fail(guard(new FailingStore(fixture, full)), failure))
        .isSameAs(failure)
        .hasSuppressedException(full);
  }

  @Test
  void a_store_that_breaks_its_contract_loses_neither_value_nor_failure() {
    for (Throwable bug : List.of(new IllegalStateException("pool closed"), new LinkageError())) {
      GuardFixture fresh = new GuardFixture();
      IdempotencyGuard<String> guard = guard(new FailingStore(fresh, bug));
      assertThatThrownBy(() -> guard.call(GuardFixture.KEY, GuardFixture.REQUEST, fresh::run))
          .isInstanceOfSatisfying(
              OutcomeNotRecordedException.class,
              e -> assertThat(e.outcome()).isEqualTo(Outcome.returned("receipt 1")))
          .hasCause(bug);
      IOException failure = new IOException("no connection");
      assertThatThrownBy(() -> fail(guard(new FailingStore(new GuardFixture(), bug)), failure))
          .isSameAs(failure)
          .hasSuppressedException(bug);
    }
  }

  @Test
  void a_store_that_throws_the_same_failure_on_release_does_not_change_it() {
    IllegalStateException shared = new IllegalStateException("no connection");
    IdempotencyGuard<String> guard = guard(new FailingStore(fixture, shared));
    assertThatThrownBy(
            () ->
                guard.call(
                    GuardFixture.KEY,
                    GuardFixture.REQUEST,
                    holder -> {
                      throw shared;
                    }))
        .isSameAs(shared)
        .hasNoSuppressedExceptions();
  }

  @Test
  void a_failure_that_many_calls_throw_does_not_grow_with_failed_releases() {
    IOException shared = new IOException("no connection");
    for (int call = 0; call < 100; call++) {
      IdempotencyStoreException down = new IdempotencyStoreException("no database", null);
      assertThatThrownBy(() -> fail(guard(new FailingStore(new GuardFixture(), down)), shared))
          .isSameAs(shared);
    }
    assertThat(shared.getSuppressed()).hasSizeBetween(1, 8);
  }

  @Test
  void a_store_that_fails_to_claim_runs_nothing() {
    IdempotencyGuard<String> guard =
        guard(
            new ForwardingStore(fixture.store) {
              @Override
              public Claim claim(String key, ClaimRequest request) {
                throw new IdempotencyStoreException("no database", null);
              }
            });
    assertThatThrownBy(() -> guard.call(GuardFixture.KEY, GuardFixture.REQUEST, fixture::run))
        .hasMessage("no database");
    assertThat(fixture.executions).isZero();
  }

  private IdempotencyGuard<String> codecThrowing(Throwable failure) {
    return IdempotencyGuard.of(
        fixture.store,
        OutcomeCodec.text(
            value -> {
              throw UncheckedThrow.thrown(failure);
            },
            text -> text));
  }

  private IdempotencyGuard<String> guard(ForwardingStore store) {
    return IdempotencyGuard.of(store, OutcomeCodec.string())
        .lease(GuardFixture.LEASE)
        .withEnvironment(fixture.time);
  }

  private static void fail(IdempotencyGuard<String> guard, Throwable failure) throws Throwable {
    guard.call(
        GuardFixture.KEY,
        GuardFixture.REQUEST,
        holder -> {
          throw failure;
        });
  }

  private static GuardedResult<String> failed(IdempotencyGuard<String> guard, Throwable failure)
      throws Throwable {
    return guard.execute(
        GuardFixture.KEY,
        GuardFixture.REQUEST,
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

  /** A store that grants claims, and fails in every other call. */
  private static final class FailingStore extends ForwardingStore {

    private final Throwable failure;

    FailingStore(GuardFixture fixture, Throwable failure) {
      super(fixture.store);
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
