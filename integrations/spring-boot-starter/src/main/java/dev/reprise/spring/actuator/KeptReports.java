package dev.reprise.spring.actuator;

import dev.reprise.Retry;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import dev.reprise.report.RetryReport;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * The last reports of each retry, and the number of its calls that the budget stopped. The reports
 * of one retry do not push out those of another.
 */
final class KeptReports {

  private final ReportsProperties properties;
  private final ConcurrentMap<String, OfRetry> byName = new ConcurrentHashMap<>();

  KeptReports(ReportsProperties properties) {
    this.properties = properties;
  }

  /** Returns a copy whose calls are recorded; retries with one name share their reports. */
  Retry recording(Retry retry) {
    OfRetry reports = byName.computeIfAbsent(retry.name(), name -> new OfRetry());
    return retry.withListener(reports.listener(retry));
  }

  /** The newest report of each retry that has one, by its name. */
  Map<String, KeptReport> newest() {
    Map<String, KeptReport> newest = new TreeMap<>();
    byName.forEach(
        (name, reports) ->
            reports.newestFirst().stream().findFirst().ifPresent(one -> newest.put(name, one)));
    return newest;
  }

  /** The reports of one retry, the newest first. */
  List<KeptReport> of(String name) {
    OfRetry reports = byName.get(name);
    return reports == null ? List.of() : reports.newestFirst();
  }

  /** The number of calls of a retry that its budget has stopped. */
  long stoppedByBudget(String name) {
    OfRetry reports = byName.get(name);
    return reports == null ? 0 : reports.stoppedByBudget.sum();
  }

  private final class OfRetry {

    private final LongAdder stoppedByBudget = new LongAdder();
    private final Deque<KeptReport> newest = new ArrayDeque<>();

    /** The failures of running calls, by number. The last event of a call removes its failures. */
    private final ConcurrentMap<Long, AttemptFailures> running = new ConcurrentHashMap<>();

    RetryListener listener(Retry retry) {
      return new RetryListener() {
        @Override
        public void on(RetryEvent event) {
          if (event instanceof RetryEvent.AttemptFinished attempt && properties.kept() > 0) {
            running.computeIfAbsent(attempt.call(), first -> new AttemptFailures()).add(attempt);
          } else if (event instanceof RetryEvent.CallFinished call) {
            record(call, retry);
          }
        }

        @Override
        public Set<Class<? extends RetryEvent>> events() {
          return Set.of(RetryEvent.AttemptFinished.class, RetryEvent.CallFinished.class);
        }
      };
    }

    private void record(RetryEvent.CallFinished call, Retry retry) {
      if (call.stopReason() == StopReason.BUDGET) {
        stoppedByBudget.increment();
      }
      AttemptFailures failures = running.remove(call.call());
      RetryReport report = call.report();
      if (report != null && properties.kept() > 0) {
        add(
            KeptReport.of(
                call,
                report,
                retry.environment().wallClock().instant(),
                failures == null ? new AttemptFailures() : failures,
                properties.messages()));
      }
    }

    private synchronized void add(KeptReport report) {
      if (newest.size() == properties.kept()) {
        newest.removeLast();
      }
      newest.addFirst(report);
    }

    private synchronized List<KeptReport> newestFirst() {
      return List.copyOf(newest);
    }
  }
}
