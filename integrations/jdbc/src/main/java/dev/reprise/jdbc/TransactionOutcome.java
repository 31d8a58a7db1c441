package dev.reprise.jdbc;

import dev.reprise.decision.StopReason;
import dev.reprise.report.RetryReport;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Marks the failure of a commit whose outcome is unknown, for enclosing calls: their rollback does
 * not undo the commit. The mark is found through wrapping exceptions and on other threads.
 */
final class TransactionOutcome {

  private static final int LIMIT = 64;

  private TransactionOutcome() {}

  /** Suppressed in the failure of a commit. */
  private static final class Unknown extends Throwable {

    private static final long serialVersionUID = 1;

    Unknown() {
      super("the outcome of the commit is not known", null, false, false);
    }
  }

  static void markUnknown(Throwable failure) {
    if (Arrays.stream(failure.getSuppressed()).noneMatch(Unknown.class::isInstance)) {
      failure.addSuppressed(new Unknown());
    }
  }

  /**
   * Returns whether a failure carries such a mark, or the report of a call that ended because its
   * effect is not known; searched through causes, next exceptions and what is suppressed, 64 at
   * most.
   */
  static boolean isUnknown(Throwable failure) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Throwable> left = new ArrayDeque<>();
    left.add(failure);
    while (!left.isEmpty() && seen.size() < LIMIT) {
      Throwable each = left.remove();
      if (seen.add(each)) {
        if (each instanceof Unknown || endedUnknown(each)) {
          return true;
        }
        follow(each, left);
      }
    }
    return false;
  }

  private static boolean endedUnknown(Throwable failure) {
    return RetryReport.of(failure)
        .filter(report -> report.stopReason() == StopReason.EFFECT_UNKNOWN)
        .isPresent();
  }

  private static void follow(Throwable failure, Deque<Throwable> left) {
    add(failure.getCause(), left);
    if (failure instanceof SQLException exception) {
      add(exception.getNextException(), left);
    }
    left.addAll(Arrays.asList(failure.getSuppressed()));
  }

  private static void add(@Nullable Throwable failure, Deque<Throwable> left) {
    if (failure != null) {
      left.add(failure);
    }
  }
}
