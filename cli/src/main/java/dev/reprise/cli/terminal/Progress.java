package dev.reprise.cli.terminal;

import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;

/** Shows the progress of work. Used by one thread at a time. */
public interface Progress extends AutoCloseable {

  /**
   * Shows the progress.
   *
   * @param count number of finished items, at least 0 and never less than before
   */
  void at(long count);

  @Override
  void close();

  /**
   * A bar if both standard output and standard error are terminals, otherwise a line for each
   * quarter.
   *
   * @param name a word for the count, such as {@code written}
   * @param total the count at the end
   * @param messages receives the lines
   * @return the bar or the lines
   */
  static Progress of(String name, long total, PrintWriter messages) {
    return StandardStream.OUTPUT.isTerminal() && StandardStream.ERROR.isTerminal()
        ? new Bar(name, total, StatusLine.onTerminal(), true)
        : new Lines(name, total, messages);
  }

  /**
   * A bar if standard error is a terminal, otherwise no output.
   *
   * @param name a word for the work, such as {@code simulating}
   * @param total the count at the end
   * @return the bar, or a progress without output
   */
  static Progress onTerminal(String name, long total) {
    return StandardStream.ERROR.isTerminal()
        ? new Bar(name, total, StatusLine.onTerminal(), false)
        : new NoProgress();
  }

  /** A bar as wide as the terminal. */
  final class Bar implements Progress {

    private static final int MIN_WIDTH = 8;
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
      if (width < MIN_WIDTH) {
        return head + tail;
      }
      int full = (int) (width * share);
      return head + "[" + "=".repeat(full) + " ".repeat(width - full) + "] " + tail;
    }

    @Override
    public void close() {
      if (leavesLine) {
        status.print("  " + name + " " + last + " of " + total);
      }
      status.close();
    }
  }

  /** No output. */
  final class NoProgress implements Progress {

    private NoProgress() {}

    @Override
    public void at(long count) {}

    @Override
    public void close() {}
  }

  /** A line at each quarter, and every ten seconds. */
  final class Lines implements Progress {

    private static final int PARTS = 4;
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final String name;
    private final long total;
    private final PrintWriter messages;
    private long shownPart;
    private long shownCount;
    private long shownAt = System.nanoTime();

    private Lines(String name, long total, PrintWriter messages) {
      this.name = name;
      this.total = total;
      this.messages = messages;
    }

    @Override
    public void at(long count) {
      long part = count * PARTS / Math.max(1, total);
      long now = System.nanoTime();
      if (count > shownCount && (part > shownPart || now - shownAt >= PAUSE_NANOS)) {
        shownPart = part;
        shownCount = count;
        shownAt = now;
        messages.println("  " + name + " " + count + " of " + total);
        messages.flush();
      }
    }

    @Override
    public void close() {}
  }
}
