package dev.reprise.cli.terminal;

import dev.reprise.cli.output.JsonLine;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Shows progress: on a terminal in one line that is redrawn, otherwise as a new line from time to
 * time. Messages are printed between updates. In JSON, each update and each message is a line, and
 * so is the end. A line that {@linkplain #keepCurrent is kept current} is also updated while no
 * progress is reported. Thread-safe.
 *
 * <p>In JSON, a command that fails ends with the object of its end too: see {@link #failed}.
 */
public final class StatusLine implements AutoCloseable {

  private static final long REDRAW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long LINE_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long JSON_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long AGAIN_MILLIS = 1_000;
  private static final int PARTS = 4;

  /** The status line of this process in JSON that has not ended; null if there is none. */
  private static volatile @Nullable StatusLine json;

  private final PrintWriter messages;
  private final ProgressForm form;
  private final boolean redrawing;
  private final IntSupplier columns;
  private final LongSupplier nanos;
  private Supplier<String> latest = () -> "";
  private Supplier<? extends Map<String, ?>> latestFigures = Map::of;
  private int drawn;
  private int shownPart;
  private long shownAt;
  private boolean keptCurrent;

  /**
   * Creates a status line, which shows nothing yet.
   *
   * @param messages a writer to standard error
   * @param form the form of updates and messages
   * @param redrawing true on a terminal
   * @param columns longest line on a terminal
   * @param nanos the clock, such as {@link System#nanoTime}
   */
  public StatusLine(
      PrintWriter messages,
      ProgressForm form,
      boolean redrawing,
      IntSupplier columns,
      LongSupplier nanos) {
    this.messages = messages;
    this.form = form;
    this.redrawing = redrawing && form == ProgressForm.TEXT;
    this.columns = columns;
    this.nanos = nanos;
    shownAt = nanos.getAsLong();
  }

  /**
   * A status line on standard error.
   *
   * @param messages a writer to standard error
   * @param form the form of updates and messages
   * @return the status line, which shows nothing yet
   */
  public static StatusLine on(PrintWriter messages, ProgressForm form) {
    StatusLine line =
        new StatusLine(
            messages, form, StandardStream.ERROR.isTerminal(), Terminal::columns, System::nanoTime);
    json = form == ProgressForm.JSON ? line : null;
    return line;
  }

  /** A command begins, in a process that may have run others. */
  public static void reset() {
    json = null;
  }

  /**
   * Reports a failure of a command in JSON, and its end, unless the end was shown before.
   *
   * @param message one line or several; empty for none
   * @param exitCode exit code of the command
   * @return false if the command does not report in JSON
   */
  public static boolean failed(String message, int exitCode) {
    StatusLine line = json;
    if (line == null) {
      return false;
    }
    if (!message.isEmpty()) {
      line.print(message);
    }
    line.end(() -> Map.of("exitCode", exitCode));
    return true;
  }

  static StatusLine onTerminal() {
    return new StatusLine(
        new PrintWriter(System.err, false, Charset.defaultCharset()),
        ProgressForm.TEXT,
        true,
        Terminal::columns,
        System::nanoTime);
  }

  /** Longest line. */
  int columns() {
    return columns.getAsInt();
  }

  /**
   * Shows the progress if an update is due: ten times a second on a terminal, otherwise every ten
   * seconds and at each quarter; in JSON every second.
   *
   * @param share finished share of the work, from 0 to 1; negative if unknown
   * @param text returns one line; called each time that the line is shown
   * @param figures returns the fields of the JSON object; called each time that it is shown
   */
  public synchronized void at(
      double share, Supplier<String> text, Supplier<? extends Map<String, ?>> figures) {
    latest = text;
    latestFigures = figures;
    long now = nanos.getAsLong();
    int part = (int) (share * PARTS);
    if (isDue(now - shownAt, part)) {
      shownAt = now;
      shownPart = Math.max(part, shownPart);
      showLatest();
    }
  }

  private void showLatest() {
    show(form == ProgressForm.JSON ? JsonLine.of("progress", latestFigures.get()) : latest.get());
  }

  /**
   * Shows the latest progress again whenever an update is due, at most once a second, until the
   * line is closed or the end is shown: while a server or an input is awaited, nothing else does.
   */
  public synchronized void keepCurrent() {
    if (!keptCurrent) {
      keptCurrent = true;
      Thread thread = new Thread(this::updateUntilClosed, "reprise-status");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private synchronized void updateUntilClosed() {
    try {
      while (keptCurrent) {
        wait(AGAIN_MILLIS);
        again();
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  /** Shows the latest progress again, if the line is kept current and an update is due. */
  public synchronized void again() {
    long now = nanos.getAsLong();
    if (keptCurrent && isDue(now - shownAt, shownPart)) {
      shownAt = now;
      showLatest();
    }
  }

  /** Shows the progress as text only. */
  void at(double share, Supplier<String> text) {
    at(share, text, Map::of);
  }

  private boolean isDue(long sinceShown, int part) {
    if (form == ProgressForm.JSON) {
      return sinceShown >= JSON_NANOS;
    }
    return redrawing ? sinceShown >= REDRAW_NANOS : part > shownPart || sinceShown >= LINE_NANOS;
  }

  /**
   * Shows the figures at the end of the command, as the last line. Shows nothing as text.
   *
   * @param figures returns the fields of the JSON object
   */
  public synchronized void end(Supplier<? extends Map<String, ?>> figures) {
    leave();
    if (form == ProgressForm.JSON) {
      json = null;
      show(JsonLine.of("end", figures.get()));
    }
  }

  /**
   * A writer to standard error for lines of a result.
   *
   * @return a writer of the lines; in JSON, each one is a message
   */
  public PrintWriter results() {
    return form == ProgressForm.JSON ? new PrintWriter(new MessageWriter(this::print)) : messages;
  }

  /**
   * The current text, also if no update is due.
   *
   * @return the latest text; empty before the first
   */
  public String last() {
    Supplier<String> text;
    synchronized (this) {
      text = latest;
    }
    return text.get();
  }

  private void show(String text) {
    if (redrawing) {
      String cut = cut(text, columns());
      messages.print("\r" + cut + " ".repeat(Math.max(0, drawn - cut.length())));
      drawn = cut.length();
    } else {
      messages.println(text);
    }
    messages.flush();
  }

  /** Cuts at a comma if there is one: half of a number would be a wrong number. */
  private static String cut(String text, int columns) {
    if (text.length() <= columns) {
      return text;
    }
    int comma = text.lastIndexOf(", ", columns);
    return text.substring(0, comma > 0 ? comma : columns);
  }

  /**
   * Prints a message between updates of the progress.
   *
   * @param message one line
   */
  public synchronized void print(String message) {
    clear();
    messages.println(
        form == ProgressForm.JSON ? JsonLine.of("message", Map.of("text", message)) : message);
    messages.flush();
  }

  /** Removes the line from a terminal. The next update draws it again. */
  public synchronized void remove() {
    clear();
    messages.flush();
  }

  @Override
  public synchronized void close() {
    leave();
    remove();
  }

  /** Ends the updates of {@link #keepCurrent}, and their thread. */
  private void leave() {
    keptCurrent = false;
    notifyAll();
  }

  private void clear() {
    if (drawn > 0) {
      messages.print("\r" + " ".repeat(drawn) + "\r");
      drawn = 0;
    }
  }
}
