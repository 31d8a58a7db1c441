package dev.reprise.spring.actuator;

import dev.reprise.Retry;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import dev.reprise.report.RetryReport;
import java.time.Instant;
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

  /**
   * A report with the time at which it was made.
   *
   * @param ended the end of the call, by the wall clock of the retry's environment
   * @param report the report, without messages unless they are switched on
   */
  record Kept(Instant ended, RetryReport report) {}

  /** Returns a copy whose calls are recorded; retries with one name share their reports. */
  Retry recording(Retry retry) {
    OfRetry reports = byName.computeIfAbsent(retry.name(), name -> new OfRetry());
    return retry.withListener(reports.listener(retry));
  }

  /** The reports by name of the retry, the newest first. */
  Map<String, List<Kept>> all() {
    Map<String, List<Kept>> all = new TreeMap<>();
    byName.forEach(
        (name, reports) -> {
          List<Kept> some = reports.newestFirst();
          if (!some.isEmpty()) {
            all.put(name, some);
          }
        });
    return all;
  }

  /** The reports of one retry, the newest first. */
  List<Kept> of(String name) {
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
    private final Deque<Kept> newest = new ArrayDeque<>();

    RetryListener listener(Retry retry) {
      return new RetryListener() {
        @Override
        public void on(RetryEvent event) {
          if (event instanceof RetryEvent.CallFinished call) {
            record(call, retry.environment().wallClock().instant());
          }
        }

        @Override
        public Set<Class<? extends RetryEvent>> events() {
          return Set.of(RetryEvent.CallFinished.class);
        }
      };
    }

    private void record(RetryEvent.CallFinished call, Instant now) {
      if (call.stopReason() == StopReason.BUDGET) {
        stoppedByBudget.increment();
      }
      RetryReport report = call.report();
      if (report != null && properties.kept() > 0) {
        add(new Kept(now, properties.messages() ? report : report.withoutMessages()));
      }
    }

    private synchronized void add(Kept report) {
      if (newest.size() == properties.kept()) {
        newest.removeLast();
      }
      newest.addFirst(report);
    }

    private synchronized List<Kept> newestFirst() {
      return List.copyOf(newest);
    }
  }
}
