package dev.reprise.testbed.http.contract;

import dev.reprise.classify.Verdict;
import dev.reprise.decision.Decision;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import dev.reprise.report.RetryReport;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records attempts and calls of a retry. Thread-safe. */
final class AttemptRecorder implements RetryListener {

  private final List<RetryEvent.AttemptFinished> finished = new CopyOnWriteArrayList<>();
  private final List<RetryEvent.CallFinished> calls = new CopyOnWriteArrayList<>();

  @Override
  public Set<Class<? extends RetryEvent>> events() {
    return Set.of(RetryEvent.AttemptFinished.class, RetryEvent.CallFinished.class);
  }

  @Override
  public void on(RetryEvent event) {
    if (event instanceof RetryEvent.AttemptFinished attempt) {
      finished.add(attempt);
    } else if (event instanceof RetryEvent.CallFinished call) {
      calls.add(call);
    }
  }

  /** Returns the report of the last call. */
  RetryReport report() {
    return Objects.requireNonNull(calls.get(calls.size() - 1).report(), "report");
  }

  int count() {
    return finished.size();
  }

  /** Returns the stop reason of the last call. */
  StopReason stopReason() {
    return calls.get(calls.size() - 1).stopReason();
  }

  /** Returns the verdict on the first attempt. */
  Verdict firstVerdict() {
    Decision decision = finished.get(0).decision();
    if (decision instanceof Decision.RetryAfter again) {
      return again.verdict();
    }
    return ((Decision.GiveUp) decision).verdict();
  }
}
