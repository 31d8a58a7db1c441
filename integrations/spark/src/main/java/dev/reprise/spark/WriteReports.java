package dev.reprise.spark;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The reports of the latest jobs of this driver that have a name. */
final class WriteReports {

  private static final int MOST = 100;
  private static final Map<String, SparkWriteReport> REPORTS = new LinkedHashMap<>();
  private static final Map<String, CompletableFuture<SparkWriteReport>> CALLS =
      new ConcurrentHashMap<>();

  private WriteReports() {}

  static void put(@Nullable String job, SparkWriteReport report) {
    if (job == null) {
      return;
    }
    synchronized (REPORTS) {
      REPORTS.remove(job);
      REPORTS.put(job, report);
      if (REPORTS.size() > MOST) {
        REPORTS.remove(REPORTS.keySet().iterator().next());
      }
    }
  }

  static Optional<SparkWriteReport> get(String job) {
    synchronized (REPORTS) {
      return Optional.ofNullable(REPORTS.get(job));
    }
  }

  /** Registers a call for the report of its own job, also if other jobs have the same name. */
  static CompletableFuture<SparkWriteReport> expect(String call) {
    return CALLS.computeIfAbsent(call, name -> new CompletableFuture<>());
  }

  static void answer(@Nullable String call, SparkWriteReport report) {
    CompletableFuture<SparkWriteReport> waiting = call == null ? null : CALLS.get(call);
    if (waiting != null) {
      waiting.complete(report);
    }
  }

  static void forget(String call) {
    CALLS.remove(call);
  }
}
