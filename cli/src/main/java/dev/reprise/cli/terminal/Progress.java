package dev.reprise.cli.terminal;

import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Tells how far something has come. Used by one thread at a time. */
public interface Progress extends AutoCloseable {

  /** Not more, so that what follows on the line fits on a terminal of 80 columns. */
  int COLUMNS = 79;

  /**
   * Tells how far it is now.
   *
   * @param count from 0 up
   */
  void at(long count);

  @Override
  void close();

  /**
   * A bar on a terminal, else a line for each quarter.
   *
   * @param name what is done, such as {@code writing}
   * @param total the count at the end; negative if it is unknown
   * @param unit what is counted, such as {@code " bytes"}; may be empty
   * @param messages where lines go
   * @return the bar or the lines
   */
  static Progress of(String name, long total, String unit, PrintWriter messages) {
    return Terminal.isThere() ? new Bar(name, total, unit) : new Lines(name, total, unit, messages);
  }

  /**
   * A bar on a terminal, else nothing.
   *
   * @param name what is done, such as {@code writing}
   * @param total the count at the end
   * @return the bar, if there is one
   */
  static Progress onTerminal(String name, long total) {
    return Terminal.isThere() ? new Bar(name, total, "") : new Silence();
  }

  /** A bar. */
  final class Bar implements Progress {

    private static final int INTERVAL_MILLIS = 100;
    private final ProgressBar bar;

    private Bar(String name, long total, String unit) {
      bar =
          new ProgressBarBuilder()
              .setTaskName(name)
              .setInitialMax(total)
              .setUnit(unit, 1)
              .setStyle(ProgressBarStyle.ASCII)
              .setUpdateIntervalMillis(INTERVAL_MILLIS)
              .hideEta()
              .setConsumer(new ConsoleProgressBarConsumer(System.err, COLUMNS))
              .build();
    }

    @Override
    public void at(long count) {
      bar.stepTo(count);
    }

    @Override
    public void close() {
      bar.close();
    }
  }

  /** Nothing. */
  final class Silence implements Progress {

    private Silence() {}

    @Override
    public void at(long count) {}

    @Override
    public void close() {}
  }

  /** A line for each quarter, and for each ten seconds. */
  final class Lines implements Progress {

    private static final int PARTS = 4;
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final String name;
    private final long total;
    private final String of;
    private final PrintWriter messages;
    private long toldPart;
    private long toldCount;
    private long toldAt = System.nanoTime();

    private Lines(String name, long total, String unit, PrintWriter messages) {
      this.name = name;
      this.total = total;
      of = (total < 0 ? "" : " of " + total) + unit;
      this.messages = messages;
    }

    @Override
    public void at(long count) {
      long part = total < 0 ? 0 : count * PARTS / Math.max(1, total);
      long now = System.nanoTime();
      if (count > toldCount && (part > toldPart || now - toldAt >= PAUSE_NANOS)) {
        toldPart = part;
        toldCount = count;
        toldAt = now;
        messages.println("  " + name + " " + count + of);
        messages.flush();
      }
    }

    @Override
    public void close() {}
  }
}
