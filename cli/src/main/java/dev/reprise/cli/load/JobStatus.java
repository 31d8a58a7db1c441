package dev.reprise.cli.load;

import dev.reprise.batch.report.BatchCounts;
import dev.reprise.cli.output.Durations;
import dev.reprise.cli.terminal.StatusLine;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Shows the progress of a run, its rate and the estimated time left. */
final class JobStatus {

  private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Time constant of the moving average of the rates, in seconds. */
  private static final double AVERAGE_SECONDS = 10;

  private static final double SAMPLE_SECONDS = 0.5;

  private final StatusLine line;
  private final long size;
  private final LongSupplier read;
  private long sampledAt;
  private long sampledDone;
  private long sampledRead;
  private double doneRate;
  private double readRate;
  private double weight;

  /**
   * @param line shows the text
   * @param size length of the input in bytes; negative if unknown
   * @param read number of bytes read so far
   */
  JobStatus(StatusLine line, long size, LongSupplier read) {
    this.line = line;
    this.size = size;
    this.read = read;
  }

  /** Shows the progress, if an update is due. */
  void at(BatchCounts counts, long dead) {
    long elapsed = counts.elapsed().toNanos();
    long nowRead = read.getAsLong();
    double seconds = (elapsed - sampledAt) / NANOS;
    if (seconds >= SAMPLE_SECONDS) {
      double fresh = 1 - Math.exp(-seconds / AVERAGE_SECONDS);
      weight += (1 - weight) * fresh;
      doneRate += ((counts.done() - sampledDone) / seconds - doneRate) * fresh;
      readRate += ((nowRead - sampledRead) / seconds - readRate) * fresh;
      sampledAt = elapsed;
      sampledDone = counts.done();
      sampledRead = nowRead;
    }
    double share = size < 0 ? -1 : (double) nowRead / Math.max(1, size);
    line.at(
        share,
        () -> text(counts, dead, share, nowRead),
        () -> figures(counts, dead, share, nowRead));
  }

  /** Shows the last figures, after the end of the run. */
  void end(BatchCounts counts, long dead, int exitCode) {
    line.end(
        () -> {
          Map<String, Object> figures = figures(counts, dead, -1, read.getAsLong());
          figures.put("exitCode", exitCode);
          return figures;
        });
  }

  private Map<String, Object> figures(BatchCounts counts, long dead, double share, long nowRead) {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("bytesRead", nowRead);
    if (size >= 0) {
      figures.put("bytes", size);
    }
    figures.put("items", counts.input());
    figures.put("done", counts.done());
    figures.put("doneBefore", counts.doneBefore());
    figures.put("superseded", counts.superseded());
    figures.put("dead", dead);
    figures.put("notAttempted", counts.notAttempted());
    figures.put("calls", counts.calls());
    figures.put("throttledCalls", counts.throttledCalls());
    figures.put("itemsRetried", counts.itemsRetried());
    figures.put("elapsedMillis", counts.elapsed().toMillis());
    figures.put("itemsPerSecond", rate(counts));
    double left = secondsLeft(share, nowRead);
    if (left >= 0) {
      figures.put("secondsLeft", (long) Math.ceil(left));
    }
    return figures;
  }

  private String text(BatchCounts counts, long dead, double share, long nowRead) {
    StringBuilder text = new StringBuilder("  ");
    if (share >= 0) {
      text.append((int) (100 * share)).append(" %, ");
    }
    text.append(counts.doneBefore() + counts.done())
        .append(" done, ")
        .append(rate(counts))
        .append("/s, throttled ")
        .append(counts.throttledCalls())
        .append(", retried ")
        .append(counts.itemsRetried())
        .append(", dead ")
        .append(dead);
    double left = secondsLeft(share, nowRead);
    if (left >= 0) {
      text.append(", ").append(timeLeft(left)).append(" left");
    }
    return text.toString();
  }

  /** Returns the estimated time left, in seconds; negative if it is unknown. */
  private double secondsLeft(double share, long nowRead) {
    return share >= 0 && share < 1 && weight > 0 && readRate > 0
        ? (size - nowRead) / (readRate / weight)
        : -1;
  }

  private long rate(BatchCounts counts) {
    if (weight > 0) {
      return Math.round(doneRate / weight);
    }
    double seconds = Math.max(counts.elapsed().toNanos() / NANOS, SAMPLE_SECONDS);
    return Math.round(counts.done() / seconds);
  }

  private static String timeLeft(double seconds) {
    return seconds < 120
        ? String.format(Locale.ROOT, "%d s", (long) Math.ceil(seconds))
        : Durations.format((long) (Math.ceil(seconds / 60) * 60 * NANOS));
  }
}
