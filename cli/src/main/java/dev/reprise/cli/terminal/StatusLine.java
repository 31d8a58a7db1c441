package dev.reprise.cli.terminal;

import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * Shows progress: on a terminal in one line that is drawn again and again, else in a line now and
 * then. Messages come between. Thread-safe.
 */
public final class StatusLine implements AutoCloseable {

  private static final long REDRAW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long LINE_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final int PARTS = 4;

  private final PrintWriter messages;
  private final boolean redrawing;
  private final IntSupplier columns;
  private Supplier<String> latest = () -> "";
  private int drawn;
  private int toldPart;
  private long toldAt = System.nanoTime();

  /**
   * A status.
   *
   * @param redrawing whether it is on a terminal
   * @param columns how long its line may be there
   */
  StatusLine(PrintWriter messages, boolean redrawing, IntSupplier columns) {
    this.messages = messages;
    this.redrawing = redrawing;
    this.columns = columns;
  }

  /**
   * A status on standard error.
   *
   * @param messages a writer to it
   * @return the status, which shows nothing yet
   */
  public static StatusLine on(PrintWriter messages) {
    return new StatusLine(messages, Terminal.isThere(), Terminal::columns);
  }

  static StatusLine onTerminal() {
    return new StatusLine(
        new PrintWriter(System.err, false, Charset.defaultCharset()), true, Terminal::columns);
  }

  /** Longest line. */
  int columns() {
    return columns.getAsInt();
  }

  /**
   * Shows how far it is, if it is time to: ten times a second on a terminal; else every ten seconds
   * and at each quarter.
   *
   * @param share what is done, from 0 to 1; negative if it is not known
   * @param text one line; asked for only if it is shown
   */
  public synchronized void at(double share, Supplier<String> text) {
    latest = text;
    long now = System.nanoTime();
    int part = (int) (share * PARTS);
    boolean due =
        redrawing ? now - toldAt >= REDRAW_NANOS : part > toldPart || now - toldAt >= LINE_NANOS;
    if (due) {
      toldAt = now;
      toldPart = Math.max(part, toldPart);
      show(text.get());
    }
  }

  /**
   * The text for now, even if no update is due.
   *
   * @return the latest text; empty if there is none yet
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

  /** Cut behind a comma, if there is one: half a number would be another. */
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
  public synchronized void say(String message) {
    clear();
    messages.println(message);
    messages.flush();
  }

  /** Removes what is drawn on a terminal. Showing goes on afterwards if it is asked to. */
  public synchronized void remove() {
    clear();
    messages.flush();
  }

  @Override
  public void close() {
    remove();
  }

  private void clear() {
    if (drawn > 0) {
      messages.print("\r" + " ".repeat(drawn) + "\r");
      drawn = 0;
    }
  }
}
