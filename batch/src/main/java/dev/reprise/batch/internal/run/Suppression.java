package dev.reprise.batch.internal.run;

import dev.reprise.report.FailureText;
import org.jspecify.annotations.Nullable;

/**
 * Adds an exception to another one as suppressed, without a cycle of causes and suppressed ones.
 */
final class Suppression {

  private static final int DEPTH = 16;

  private Suppression() {}

  /**
   * Suppresses an exception in another one. One that has the other one among its causes, such as
   * {@code new IllegalStateException(failure)}, is replaced by its description. If many calls throw
   * the same instance, one suppressed exception of each class is enough.
   */
  static void add(Throwable failure, Throwable bug) {
    if (failure == bug) {
      return;
    }
    Throwable added =
        hasCause(bug, failure) ? new IllegalStateException(FailureText.describe(bug)) : bug;
    for (Throwable suppressed : failure.getSuppressed()) {
      if (suppressed.getClass() == added.getClass()) {
        return;
      }
    }
    failure.addSuppressed(added);
  }

  private static boolean hasCause(Throwable bug, Throwable failure) {
    Throwable at = bug;
    for (int depth = 0; at != null && depth < DEPTH; depth++) {
      for (Throwable suppressed : at.getSuppressed()) {
        if (suppressed == failure) {
          return true;
        }
      }
      at = causeOf(at);
      if (at == failure) {
        return true;
      }
    }
    return false;
  }

  /** Also null if the exception's own code throws. */
  private static @Nullable Throwable causeOf(Throwable of) {
    try {
      return of.getCause();
    } catch (RuntimeException | Error bug) {
      return null;
    }
  }
}
