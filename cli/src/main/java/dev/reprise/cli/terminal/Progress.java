package dev.reprise.cli.terminal;

import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;

/** Shows how far something has come. Used by one thread at a time. */
public interface Progress extends AutoCloseable {

  /**
   * Shows how far it is now.
   *
   * @param count from 0 up
   */
  void at(long count);

  @Override
  void close();

  /**
   * A bar on a terminal, else a line for each quarter.
   *
   * @param name what is done, such as {@code written}
   * @param total the count at the end
   * @param messages where lines go
   * @return the bar or the lines
   */
  static Progress of(String name, long total, PrintWriter messages) {
    return Terminal.isThere()
        ? new Bar(name, total, StatusLine.onTerminal(), true)
        : new Lines(name, total, messages);
  }

  /**
   * A bar on a terminal, else nothing.
   *
   * @param name what is done, such as {@code simulating}
   * @param total the count at the end
   * @return the bar, if there is one
   */
  static Progress onTerminal(String name, long total) {
    return Terminal.isThere()
        ? new Bar(name, total, StatusLine.onTerminal(), false)
        : new Silence();
  }

  /** A bar, as wide as the terminal lets it be. */
  final class Bar implements Progress {

    private static final int NARROWEST = 8;
    private static final int PERCENT = 100;

    private final String name;
    private final long total;
    private final StatusLine status;
    private final boolean leavesLine;
    private long last;

    Bar(String name, long total, StatusLine status, boolean leavesLine) {
      this.name = name;
      this.total = total;
      this.status = status;
      this.leavesLine = leavesLine;
    }

    @Override
    public void at(long count) {
      last = count;
      status.at(-1, () -> text(count));
    }

    private String text(long count) {
      double share = Math.min(1, (double) count / Math.max(1, total));
      String head = "  " + name + " ";
      String tail = (int) (PERCENT * share) + " %, " + count + " of " + total;
      int width = status.columns() - head.length() - tail.length() - "[] ".length();
      if (width < NARROWEST) {
        return head + tail;
      }
      int full = (int) (width * share);
      return head + "[" + "=".repeat(full) + " ".repeat(width - full) + "] " + tail;
    }

    @Override
    public void close() {
      if (leavesLine) {
        status.say("  " + name + " " + last + " of " + total);
      }
      status.close();
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
    private final PrintWriter messages;
    private long toldPart;
    private long toldCount;
    private long toldAt = System.nanoTime();

    private Lines(String name, long total, PrintWriter messages) {
      this.name = name;
      this.total = total;
      this.messages = messages;
    }

    @Override
    public void at(long count) {
      long part = count * PARTS / Math.max(1, total);
      long now = System.nanoTime();
      if (count > toldCount && (part > toldPart || now - toldAt >= PAUSE_NANOS)) {
        toldPart = part;
        toldCount = count;
        toldAt = now;
        messages.println("  " + name + " " + count + " of " + total);
        messages.flush();
      }
    }

    @Override
    public void close() {}
  }
}
