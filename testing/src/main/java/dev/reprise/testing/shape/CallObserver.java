package dev.reprise.testing.shape;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import dev.reprise.RetryResult;
import dev.reprise.decision.ResultRejectedException;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.report.RetryReport;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.internal.EventText;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Observes a call from its beginning to its end, and checks that result, report and events agree.
 */
final class CallObserver {

  private final ScriptedOperation<?> operation;
  private final VirtualTime time;
  private final RecordingListener recorder;
  private final Duration begin;
  private final int callsBefore;

  CallObserver(ScriptedOperation<?> operation, VirtualTime time, RecordingListener recorder) {
    this.operation = operation;
    this.time = time;
    this.recorder = recorder;
    begin = time.elapsed();
    callsBefore = operation.calls();
  }

  CallObservation of(CompletableFuture<?> over, RetryPolicy policy) {
    recorder.assertGrammar();
    Throwable thrown = over.handle((value, failure) -> failure).join();
    Object answer = thrown == null ? over.join() : null;
    RetryResult<?> result = answer instanceof RetryResult<?> known ? known : null;
    ResultRejectedException rejection =
        thrown instanceof ResultRejectedException rejected ? rejected : null;
    Throwable failure = rejection != null ? null : result != null ? result.failure() : thrown;
    Object value =
        rejection != null ? rejection.result() : result != null ? result.value() : answer;
    List<RetryEvent> events =
        recorder.recorded().stream()
            .filter(event -> !(event instanceof RetryEvent.FirstAttemptSucceeded))
            .toList();
    StopReason reason = reason(thrown);
    int attempts = attempts();
    Duration elapsed = time.elapsed().minus(begin);
    if (result != null) {
      assertEquals(reason, result.stopReason(), "stop reason of the result");
      assertEquals(attempts, result.attempts(), "attempts of the result");
    }
    if (rejection != null) {
      assertEquals(reason, rejection.stopReason(), "stop reason of the rejection");
    }
    if (failure != null && policy.maxAttempts() > 1 && reason != StopReason.CANCELLED) {
      checkReport(failure, reason, attempts, elapsed);
    }
    return new CallObservation(
        value,
        failure,
        rejection,
        attempts,
        starts(),
        recorder.delays(),
        reason,
        EventText.of(events),
        elapsed);
  }

  private static void checkReport(
      Throwable failure, StopReason reason, int attempts, Duration elapsed) {
    RetryReport.of(failure)
        .ifPresent(
            report -> {
              assertEquals(reason, report.stopReason(), "stop reason of the report");
              assertEquals(attempts, report.attempts(), "attempts of the report");
              assertEquals(elapsed, report.elapsed(), "duration of the call in the report");
            });
  }

  private StopReason reason(@Nullable Throwable thrown) {
    List<RetryEvent.CallFinished> ends = recorder.recorded(RetryEvent.CallFinished.class);
    if (!ends.isEmpty()) {
      return recorder.stopReason();
    }
    if (thrown != null) {
      fail("the call failed without an event for its end", thrown);
    }
    return StopReason.SUCCEEDED;
  }

  private int attempts() {
    List<RetryEvent.CallFinished> ends = recorder.recorded(RetryEvent.CallFinished.class);
    return ends.isEmpty() ? 1 : ends.get(0).attempts();
  }

  private List<Duration> starts() {
    List<Duration> all = operation.starts();
    return all.subList(callsBefore, all.size()).stream().map(start -> start.minus(begin)).toList();
  }
}
