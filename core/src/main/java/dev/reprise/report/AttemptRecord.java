package dev.reprise.report;

import dev.reprise.classify.FailureKind;
import dev.reprise.decision.WaitSource;
import java.io.Serializable;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One attempt in a {@link RetryReport}.
 *
 * @param number its number, from 1
 * @param startedAfterNanos when it began, in nanoseconds since the call began
 * @param durationNanos how long it took, in nanoseconds; 0 if nobody measured it
 * @param ending how it came out
 * @param outcome what came of it, in words on one line: the failure, or that a result was rejected
 *     or accepted
 * @param kind what sort of failure it was taken for
 * @param waited the wait decided on after it; null if none followed
 * @param deferred whether nothing followed from it because another attempt was in flight
 * @serial exclude
 */
public record AttemptRecord(
    int number,
    long startedAfterNanos,
    long durationNanos,
    Ending ending,
    String outcome,
    FailureKind kind,
    @Nullable Wait waited,
    boolean deferred)
    implements Serializable {

  /** How an attempt came out. */
  public enum Ending {
    /** Its result was accepted. */
    SUCCEEDED,
    /** It threw, or its stage failed. */
    FAILED,
    /** It returned a result that the policy rejects, or could not judge. */
    REJECTED,
    /** It was called off, for another attempt had answered or the call had ended. */
    CANCELLED
  }

  /**
   * A wait between two attempts.
   *
   * @param nanos its length, in nanoseconds, at least 0
   * @param source who asked for the length
   * @param minNanos the shortest that could have been drawn, in nanoseconds: where the server
   *     asked, what it asked for; {@code nanos} where nothing was drawn or the range is not known
   * @param maxNanos the longest that could have been drawn, in nanoseconds, likewise
   * @serial exclude
   */
  public record Wait(long nanos, WaitSource source, long minNanos, long maxNanos)
      implements Serializable {

    /**
     * A wait of which no range is known.
     *
     * @param nanos its length, in nanoseconds, at least 0
     * @param source who asked for the length
     * @return the wait
     */
    public static Wait of(long nanos, WaitSource source) {
      return new Wait(nanos, source, nanos, nanos);
    }

    /**
     * Whether the length is one of several that could have been drawn.
     *
     * @return true if a range is known
     */
    public boolean hasRange() {
      return minNanos < maxNanos;
    }
  }

  AttemptRecord withoutMessages() {
    String words = ending == Ending.FAILED ? kind.name().toLowerCase(Locale.ROOT) : wordsOfOurs();
    return new AttemptRecord(
        number, startedAfterNanos, durationNanos, ending, words, kind, waited, deferred);
  }

  private String wordsOfOurs() {
    return switch (ending) {
      case SUCCEEDED -> "succeeded";
      case REJECTED -> "result rejected";
      default -> outcome;
    };
  }

  /**
   * Number, ending and outcome.
   *
   * @return one line
   */
  @Override
  public String toString() {
    return "#" + number + " " + ending + ": " + ReportText.printable(outcome);
  }

  /**
   * Whether another attempt was decided on.
   *
   * @return true if a wait followed, be it of length 0
   */
  public boolean retried() {
    return waited != null;
  }
}
