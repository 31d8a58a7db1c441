package dev.reprise.report;

import dev.reprise.classify.FailureKind;
import dev.reprise.decision.WaitSource;
import java.io.Serializable;
import java.util.Locale;

/**
 * One attempt in a {@link RetryReport}.
 *
 * @param number its number, from 1
 * @param startedAfterNanos when it began, in nanoseconds since the call began
 * @param lengthNanos how long it took, in nanoseconds; 0 if nobody measured it
 * @param outcome what came of it, in words on one line: the failure, or that a result was rejected
 *     or accepted
 * @param kind what sort of failure it was taken for
 * @param waitNanos the wait decided on after it, in nanoseconds; -1 if none followed
 * @param source who asked for that wait; the backoff if none followed
 * @serial exclude
 */
public record AttemptRecord(
    int number,
    long startedAfterNanos,
    long lengthNanos,
    String outcome,
    FailureKind kind,
    long waitNanos,
    WaitSource source)
    implements Serializable {

  AttemptRecord withoutWords() {
    String words = kind.name().toLowerCase(Locale.ROOT);
    return new AttemptRecord(
        number, startedAfterNanos, lengthNanos, words, kind, waitNanos, source);
  }

  /**
   * Whether the server's hint set the wait, not the backoff.
   *
   * @return true if the source is the server
   */
  public boolean hinted() {
    return source == WaitSource.SERVER;
  }

  /**
   * Whether another attempt was decided on.
   *
   * @return true if a wait followed, be it of length 0
   */
  public boolean retried() {
    return waitNanos >= 0;
  }
}
