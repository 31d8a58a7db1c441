package dev.reprise.cli.terminal;

import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Tells how far something has come: on a terminal in one line that is drawn again and again, else
 * in a line now and then. Messages come between. Thread-safe.
 */
public final class StatusLine implements AutoCloseable {

  private static final long REDRAW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long LINE_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final int PARTS = 4;

  private final PrintWriter messages;
  private final boolean redrawing;
  private int drawn;
  private int toldPart;
  private long toldAt = System.nanoTime();

  StatusLine(PrintWriter messages, boolean redrawing) {
    this.messages = messages;
    this.redrawing = redrawing;
  }

  /**
   * A status on standard error.
   *
   * @param messages a writer to it
   * @return the status, which shows nothing yet
   */
  public static StatusLine on(PrintWriter messages) {
    return new StatusLine(messages, Terminal.isThere());
  }

  /**
   * Shows how far it is, if it is time to: ten times a second on a terminal; else every ten seconds
   * and at each quarter.
   *
   * @param share what is done, from 0 to 1; negative if it is not known
   * @param text one line; asked for only if it is shown
   */
  public synchronized void at(double share, Supplier<String> text) {
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

  private void show(String text) {
    if (redrawing) {
      String cut = text.substring(0, Math.min(text.length(), Progress.COLUMNS));
      messages.print("\r" + cut + " ".repeat(Math.max(0, drawn - cut.length())));
      drawn = cut.length();
    } else {
      messages.println(text);
    }
    messages.flush();
  }

  /**
   * Tells something by the way.
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
