package dev.reprise.spark;

import dev.reprise.spark.internal.options.WriteOptions;
import dev.reprise.spark.internal.write.JobListener;
import dev.reprise.spark.internal.write.WriteResult;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The reports of this driver: the latest ones of named jobs, and those that a call of {@link
 * DynamoDbWrites#save} waits for. Logs each report. Thread-safe.
 */
final class WriteReports implements JobListener {

  static final WriteReports INSTANCE = new WriteReports();

  private static final Logger LOG = LoggerFactory.getLogger(DynamoDbWrites.class);
  private static final int MAX_NAMED_REPORTS = 100;

  private final Map<String, SparkWriteReport> byJob = new LinkedHashMap<>();
  private final Map<String, CompletableFuture<SparkWriteReport>> byCall = new ConcurrentHashMap<>();

  private WriteReports() {}

  @Override
  public void committed(WriteResult result, WriteOptions options) {
    SparkWriteReport report = publish(result, options);
    if (!report.isComplete() || report.dead() > options.maxDead()) {
      throw new DeadRowsException(report, options.maxDead());
    }
  }

  @Override
  public void aborted(WriteResult result, WriteOptions options) {
    publish(result, options);
  }

  private SparkWriteReport publish(WriteResult result, WriteOptions options) {
    SparkWriteReport report = SparkWriteReport.of(result);
    keep(options.job(), report);
    complete(options.call(), report);
    if (report.isComplete()) {
      LOG.info("{}", report);
    } else {
      LOG.warn("{}", report);
    }
    return report;
  }

  private void keep(@Nullable String job, SparkWriteReport report) {
    if (job == null) {
      return;
    }
    synchronized (byJob) {
      byJob.remove(job);
      byJob.put(job, report);
      if (byJob.size() > MAX_NAMED_REPORTS) {
        byJob.remove(byJob.keySet().iterator().next());
      }
    }
  }

  private void complete(@Nullable String call, SparkWriteReport report) {
    CompletableFuture<SparkWriteReport> waiting = call == null ? null : byCall.get(call);
    if (waiting != null) {
      waiting.complete(report);
    }
  }

  /** Returns the latest report of a named job. */
  Optional<SparkWriteReport> ofJob(String job) {
    synchronized (byJob) {
      return Optional.ofNullable(byJob.get(job));
    }
  }

  /** Registers a call, which then receives the report of its own job, for any name of the job. */
  CompletableFuture<SparkWriteReport> expect(String call) {
    return byCall.computeIfAbsent(call, name -> new CompletableFuture<>());
  }

  void forget(String call) {
    byCall.remove(call);
  }
}
