package dev.reprise.report;

import dev.reprise.classify.FailureKind;
import dev.reprise.decision.WaitSource;
import java.io.Serializable;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One attempt in a {@link RetryReport}.
 *
 * @param number number of the attempt, from 1
 * @param startedAfterNanos start of the attempt, in nanoseconds since the call began
 * @param durationNanos duration of the attempt, in nanoseconds; 0 if it was not measured
 * @param ending the way in which the attempt ended
 * @param outcome description of the outcome on one line: the failure, or that a result was rejected
 *     or accepted
 * @param kind kind of the failure
 * @param waited the wait decided on after the attempt; null if there was none
 * @param deferred true if the attempt decided nothing because another attempt was in flight
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

  /** The way in which an attempt ended. */
  public enum Ending {
    /** The result was accepted. */
    SUCCEEDED,
    /** The attempt threw, or its stage failed. */
    FAILED,
    /** The attempt returned a result that the policy rejects, or the policy threw. */
    REJECTED,
    /** The attempt was cancelled because another attempt was accepted or the call had ended. */
    CANCELLED
  }

  /**
   * A wait between two attempts.
   *
   * @param nanos length of the wait, in nanoseconds, at least 0
   * @param source origin of the length
   * @param minNanos lower limit of the random length, in nanoseconds: the server's hint if there is
   *     one; {@code nanos} if the length is not random or the range is unknown
   * @param maxNanos upper limit of the random length, in nanoseconds; {@code nanos} if the length
   *     is not random or the range is unknown
   * @serial exclude
   */
  public record Wait(long nanos, WaitSource source, long minNanos, long maxNanos)
      implements Serializable {

    /**
     * Creates a wait without a known range.
     *
     * @param nanos length of the wait, in nanoseconds, at least 0
     * @param source origin of the length
     * @return the wait
     */
    public static Wait of(long nanos, WaitSource source) {
      return new Wait(nanos, source, nanos, nanos);
    }

    /**
     * Returns true if the length was chosen at random from a range.
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
   * Returns true if another attempt was decided on.
   *
   * @return true if a wait followed, even one of length 0
   */
  public boolean retried() {
    return waited != null;
  }
}
