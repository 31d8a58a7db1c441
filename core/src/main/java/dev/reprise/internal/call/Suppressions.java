package dev.reprise.internal.call;

import dev.reprise.report.FailureText;
import org.jspecify.annotations.Nullable;

/**
 * Adds further failures to a failure as suppressed, without creating a cycle of causes and
 * suppressed exceptions.
 */
public final class Suppressions {

  private static final int DEPTH = 16;
  private static final int VISITS = 256;

  private int visits;

  private Suppressions() {}

  /**
   * Suppresses a failure in another one. If the other one is already reachable from it, as from
   * {@code new IllegalStateException(failure)}, that would create a cycle; then a substitute with
   * its message and stack trace is added instead. On an instance that many calls throw, one
   * substitute for each class is enough, and none is added to itself.
   */
  public static void add(Throwable failure, Throwable also) {
    if (failure == also || leadsTo(failure, also)) {
      return;
    }
    boolean circle = leadsTo(also, failure);
    String known = also.getClass().getName();
    for (Throwable suppressed : failure.getSuppressed()) {
      if (suppressed.getClass() == also.getClass()
          || (suppressed instanceof StandIn standIn && standIn.standsFor.equals(known))) {
        return;
      }
    }
    failure.addSuppressed(circle ? new StandIn(also) : also);
  }

  /**
   * Returns whether one is the other, or is among its causes and suppressed exceptions, to a
   * bounded depth.
   */
  public static boolean leadsTo(Throwable from, Throwable to) {
    return new Suppressions().reaches(from, to, 0);
  }

  private boolean reaches(@Nullable Throwable at, Throwable to, int depth) {
    if (at == null || depth > DEPTH || ++visits > VISITS) {
      return false;
    }
    if (at == to || reaches(causeOf(at), to, depth + 1)) {
      return true;
    }
    for (Throwable suppressed : at.getSuppressed()) {
      if (reaches(suppressed, to, depth + 1)) {
        return true;
      }
    }
    return false;
  }

  /** Also null if the failure's own code throws. */
  private static @Nullable Throwable causeOf(Throwable failure) {
    try {
      return failure.getCause();
    } catch (RuntimeException | Error bug) {
      return null;
    }
  }

  /** The description of a failure, without its causes and suppressed exceptions. */
  private static final class StandIn extends Throwable {

    private static final long serialVersionUID = 1;

    private final String standsFor;

    StandIn(Throwable failure) {
      super(FailureText.describe(failure), null, false, true);
      standsFor = failure.getClass().getName();
      setStackTrace(traceOf(failure));
    }

    private static StackTraceElement[] traceOf(Throwable failure) {
      try {
        return failure.getStackTrace();
      } catch (RuntimeException | Error bug) {
        return new StackTraceElement[0];
      }
    }
  }
}
