package dev.reprise.simulator.advice;

import dev.reprise.time.TimeText;
import java.time.Duration;

/**
 * A fault of the server.
 *
 * @param kind the kind of the fault
 * @param length its duration, from 1 s to 1 h
 */
public record Fault(Kind kind, Duration length) {

  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofHours(1);

  /** The kinds of faults. */
  public enum Kind {
    /** The server answers nothing, and its queue fills. */
    HANG("hang", "hangs"),
    /** The server fails every attempt at once. */
    ERRORS("fast-failure", "fails every attempt"),
    /** Three of ten workers are left. */
    BROWN_OUT("brown-out", "has three of ten workers"),
    /** An attempt takes five times as long. */
    SLOW("slow", "is five times as slow");

    private final String choice;
    private final String words;

    Kind(String choice, String words) {
      this.choice = choice;
      this.words = words;
    }

    /** Returns the value of the parameter {@code fault} of the simulator. */
    String choice() {
      return choice;
    }

    /** Returns what the server does, such as {@code hangs}. */
    String words() {
      return words;
    }
  }

  /**
   * Creates a fault.
   *
   * @param kind the kind of the fault
   * @param length its duration, from 1 s to 1 h
   * @throws IllegalArgumentException if the duration is not from 1 s to 1 h; the message names it
   */
  public Fault {
    if (length.compareTo(SHORTEST) < 0 || length.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "the length of the fault must be from 1s to 1h, but was " + TimeText.format(length));
    }
  }

  Fault lasting(double factor) {
    long nanos = (long) (length.toNanos() * factor);
    long within = Math.min(LONGEST.toNanos(), Math.max(SHORTEST.toNanos(), nanos));
    return new Fault(kind, Duration.ofNanos(within));
  }
}
