package dev.reprise.cli.load;

import dev.reprise.batch.report.BatchCounts;
import dev.reprise.cli.output.Durations;
import dev.reprise.cli.terminal.StatusLine;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Shows the progress of a run, its rate and the estimated time left, also while nothing happens.
 * Thread-safe.
 */
final class JobStatus {

  private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Time constant of the moving average of the rates, in seconds. */
  private static final double AVERAGE_SECONDS = 10;

  private static final double SAMPLE_SECONDS = 0.5;

  private static final String SECONDS_LEFT = "secondsLeft";

  private final StatusLine line;
  private final long size;
  private final LongSupplier read;
  private final LongSupplier nanos;
  private double sampledAt;
  private double progressAt;
  private long sampledDone;
  private long sampledRead;
  private double doneRate;
  private double readRate;
  private double weight;

  /**
   * @param line shows the text
   * @param size length of the input in bytes; negative if unknown
   * @param read number of bytes read so far
   * @param nanos the clock
   */
  JobStatus(StatusLine line, long size, LongSupplier read, LongSupplier nanos) {
    this.line = line;
    this.size = size;
    this.read = read;
    this.nanos = nanos;
  }

  /** The run begins: the progress is shown from now on, also before its first call has ended. */
  void begin() {
    at(Job.nothing(Duration.ZERO), 0);
    line.keepCurrent();
  }

  /** Shows the progress, if an update is due. */
  void at(BatchCounts counts, long dead) {
    long countedAt = nanos.getAsLong();
    line.at(
        share(read.getAsLong()),
        () -> text(now(counts, dead, countedAt)),
        () -> figures(now(counts, dead, countedAt)));
  }

  /** Shows the last figures, after the end of the run. */
  void end(BatchCounts counts, long dead, int exitCode) {
    line.end(
        () -> {
          State last = new State(counts, dead, counts.elapsed(), read.getAsLong());
          Map<String, Object> figures = figures(last);
          figures.remove(SECONDS_LEFT);
          figures.put("exitCode", exitCode);
          return figures;
        });
  }

  /**
   * The state that is shown.
   *
   * @param elapsed time since the run began
   * @param read number of bytes read
   */
  private record State(BatchCounts counts, long dead, Duration elapsed, long read) {

    double seconds() {
      return elapsed.toNanos() / NANOS;
    }
  }

  /** The state now, some time after it was counted. */
  private synchronized State now(BatchCounts counts, long dead, long countedAt) {
    Duration since = Duration.ofNanos(Math.max(0, nanos.getAsLong() - countedAt));
    State state = new State(counts, dead, counts.elapsed().plus(since), read.getAsLong());
    double seconds = state.seconds() - sampledAt;
    if (seconds >= SAMPLE_SECONDS) {
      sample(state, seconds);
    }
    return state;
  }

  private void sample(State state, double seconds) {
    long done = state.counts.done() - sampledDone;
    long bytes = state.read - sampledRead;
    double fresh = 1 - Math.exp(-seconds / AVERAGE_SECONDS);
    weight += (1 - weight) * fresh;
    doneRate += (done / seconds - doneRate) * fresh;
    readRate += (bytes / seconds - readRate) * fresh;
    sampledAt = state.seconds();
    sampledDone = state.counts.done();
    sampledRead = state.read;
    if (done > 0 || bytes > 0) {
      progressAt = sampledAt;
    }
  }

  private synchronized Map<String, Object> figures(State state) {
    BatchCounts counts = state.counts;
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("bytesRead", state.read);
    if (size >= 0) {
      figures.put("bytes", size);
    }
    figures.put("items", counts.input());
    figures.put("done", counts.done());
    figures.put("doneBefore", counts.doneBefore());
    figures.put("superseded", counts.superseded());
    figures.put("dead", state.dead);
    figures.put("notAttempted", counts.notAttempted());
    figures.put("calls", counts.calls());
    figures.put("throttledCalls", counts.throttledCalls());
    figures.put("itemsRetried", counts.itemsRetried());
    figures.put("elapsedMillis", state.elapsed.toMillis());
    figures.put("itemsPerSecond", rate(state));
    double left = secondsLeft(state);
    if (left >= 0) {
      figures.put(SECONDS_LEFT, (long) Math.ceil(left));
    }
    return figures;
  }

  private synchronized String text(State state) {
    BatchCounts counts = state.counts;
    StringBuilder text = new StringBuilder("  ");
    if (size >= 0) {
      text.append((int) (100 * share(state.read))).append(" %, ");
    }
    text.append(counts.doneBefore() + counts.done())
        .append(" done, ")
        .append(rate(state))
        .append("/s, throttled ")
        .append(counts.throttledCalls())
        .append(", retried ")
        .append(counts.itemsRetried())
        .append(", dead ")
        .append(state.dead);
    double left = secondsLeft(state);
    if (left >= 0) {
      text.append(", ").append(time(left)).append(" left");
    } else {
      text.append(", after ").append(time(Math.floor(state.seconds())));
    }
    return text.toString();
  }

  private double share(long nowRead) {
    return size < 0 ? -1 : (double) nowRead / Math.max(1, size);
  }

  /** Returns the estimated time left, in seconds; negative if it is unknown. */
  private double secondsLeft(State state) {
    double share = share(state.read);
    boolean stands = state.seconds() - progressAt > AVERAGE_SECONDS;
    return share >= 0 && share < 1 && weight > 0 && readRate > 0 && !stands
        ? (size - state.read) / (readRate / weight)
        : -1;
  }

  private long rate(State state) {
    return weight > 0
        ? Math.round(doneRate / weight)
        : Math.round(state.counts.done() / Math.max(state.seconds(), SAMPLE_SECONDS));
  }

  private static String time(double seconds) {
    return seconds < 120
        ? String.format(Locale.ROOT, "%d s", (long) Math.ceil(seconds))
        : Durations.format((long) (Math.ceil(seconds / 60) * 60 * NANOS));
  }
}
