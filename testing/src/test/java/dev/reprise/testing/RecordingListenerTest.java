package dev.reprise.testing;

import static dev.reprise.decision.StopReason.SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
import dev.reprise.decision.WaitSource;
import dev.reprise.event.RetryEvent;
import dev.reprise.report.RetryReport;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordingListenerTest {

  private static final Outcome<String> FAILED = Outcome.threw(new IOException("reset"));
  private static final RetryEvent.Origin RETRY = RetryEvent.Origin.of("retry");
  private static final RetryReport REPORT =
      new RetryReport("retry", 1, StopReason.ATTEMPTS, 0, List.of(), 0, 0);

  private final RecordingListener recorder = new RecordingListener();

  private static RetryEvent finished(int attempt, Decision decision) {
    Outcome<String> outcome =
        decision instanceof Decision.Accept ? Outcome.returned("page") : FAILED;
    return new RetryEvent.AttemptFinished(RETRY, 1, attempt, 5, outcome, decision);
  }

  private static RetryEvent started(int attempt) {
    return new RetryEvent.RetryStarted(RETRY, 1, attempt);
  }

  private static RetryEvent hedged(int attempt) {
    return new RetryEvent.HedgeStarted(RETRY, 1, attempt);
  }

  private static RetryEvent hedgeRefused(int attempts) {
    return new RetryEvent.HedgeRefused(RETRY, 1, attempts);
  }

  private static Decision left() {
    return new Decision.DeferredToInFlight(Verdict.retry(), Progress.startingAt(0));
  }

  private static RetryEvent ended(int attempts, StopReason reason) {
    return new RetryEvent.CallFinished(
        RETRY, 1, attempts, reason, 5, 5, null, reason == SUCCEEDED ? null : REPORT);
  }

  private static Decision again() {
    return new Decision.RetryAfter(Verdict.retry(), 7, WaitSource.BACKOFF, Progress.startingAt(0));
  }

  private static Decision giveUp(StopReason reason) {
    return Decision.giveUp(Verdict.abort(), reason);
  }

  private RecordingListener hearing(RetryEvent... events) {
    recorder.clear();
    List.of(events).forEach(recorder::on);
    return recorder;
  }

  private void accepts(RetryEvent... events) {
    assertThatCode(hearing(events)::assertGrammar).doesNotThrowAnyException();
  }

  private void refuses(String why, RetryEvent... events) {
    assertThatThrownBy(hearing(events)::assertGrammar)
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("call retry 1 " + why);
  }

  @Test
  void accepts_sequences_within_the_grammar() {
    accepts();
    accepts(new RetryEvent.FirstAttemptSucceeded(RETRY, 3));
    accepts(finished(1, giveUp(StopReason.DEADLINE)), ended(1, StopReason.DEADLINE));
    accepts(finished(1, again()), ended(1, StopReason.INTERRUPTED));
    accepts(finished(1, again()), started(2), finished(2, Decision.accept()), ended(2, SUCCEEDED));
    accepts(ended(0, StopReason.EXECUTOR_REJECTED));
  }

  @Test
  void rejects_sequences_outside_the_grammar() {
    refuses("has no end", finished(1, again()));
    refuses(
        "ends within an attempt", finished(1, again()), started(2), ended(2, StopReason.CANCELLED));
    refuses("starts a retry that was not decided on", started(2));
    refuses("starts a retry while an attempt runs", finished(1, again()), started(2), started(3));
    refuses("skips or repeats an attempt number", finished(1, again()), started(1));
    refuses("finishes an attempt that does not run", finished(0, again()));
    refuses("finishes an attempt that does not run", finished(1, again()), finished(2, again()));
    refuses("miscounts its attempts", finished(1, again()), ended(2, StopReason.CANCELLED));
    refuses(
        "ends for a different reason",
        finished(1, giveUp(StopReason.DEADLINE)),
        ended(1, StopReason.ATTEMPTS));
    refuses("ends for a different reason", finished(1, again()), ended(1, SUCCEEDED));
    refuses(
        "continues after its end",
        finished(1, again()),
        ended(1, StopReason.CANCELLED),
        ended(1, StopReason.CANCELLED));
  }

  @Test
  void accepts_hedges() {
    accepts(hedged(2), finished(2, left()), finished(1, Decision.accept()), ended(2, SUCCEEDED));
    accepts(hedgeRefused(1), finished(1, Decision.accept()), ended(1, SUCCEEDED));
    accepts(
        finished(1, again()),
        started(2),
        hedged(3),
        finished(2, left()),
        finished(3, again()),
        started(4),
        finished(4, giveUp(StopReason.ATTEMPTS)),
        ended(4, StopReason.ATTEMPTS));
  }

  @Test
  void rejects_hedges_without_a_running_attempt() {
    refuses("hedges while no attempt runs", finished(1, again()), hedged(2));
    refuses("hedges while no attempt runs", finished(1, again()), hedgeRefused(1));
    refuses("skips or repeats an attempt number", hedged(1));
    refuses("miscounts its attempts", hedgeRefused(2));
    refuses("decides while attempts run, or defers to no attempt", hedged(2), finished(2, again()));
    refuses("decides while attempts run, or defers to no attempt", finished(1, left()));
    refuses("ends within an attempt", hedged(2), finished(1, left()), ended(2, SUCCEEDED));
  }

  @Test
  void prints_a_delay_in_its_largest_unit() {
    long hour = Duration.ofHours(1).toNanos();
    hearing(
        finished(
            1,
            new Decision.RetryAfter(
                Verdict.retryNoSoonerThan(Duration.ofHours(1)),
                hour,
                WaitSource.SERVER,
                Progress.startingAt(0))));
    assertThat(recorder).hasToString("#1 threw IOException(reset), again after 1 h (hinted)");
  }

  @Test
  void returns_the_delays_and_the_stop_reason() {
    hearing(
        finished(1, again()),
        started(2),
        finished(2, giveUp(StopReason.ATTEMPTS)),
        ended(2, StopReason.ATTEMPTS));
    assertThat(recorder.delays()).containsExactly(Duration.ofNanos(7));
    assertThat(recorder.stopReason()).isEqualTo(StopReason.ATTEMPTS);
    assertThat(recorder.recorded(RetryEvent.RetryStarted.class)).hasSize(1);
    assertThat(recorder)
        .hasToString(
            """
            #1 threw IOException(reset), again after 7 ns
            #2 started
            #2 threw IOException(reset), given up: attempts used up
            ended after 2: attempts used up\
            """);
  }

  @Test
  void has_no_stop_reason_for_zero_or_two_calls() {
    assertThatThrownBy(recorder::stopReason)
        .hasMessageContaining("expected one call to have ended");
    hearing(
        new RetryEvent.FirstAttemptSucceeded(RETRY, 3),
        new RetryEvent.FirstAttemptSucceeded(RETRY, 3));
    assertThatThrownBy(recorder::stopReason)
        .hasMessageContaining("expected one call to have ended");
  }

  @Test
  void records_successful_first_attempts_only_if_subscribed() {
    assertThat(recorder.events()).doesNotContain(RetryEvent.FirstAttemptSucceeded.class).hasSize(5);
    assertThat(RecordingListener.forAllEvents().events())
        .contains(RetryEvent.FirstAttemptSucceeded.class)
        .hasSize(6);
  }
}
