package dev.reprise.jdbc.internal.transaction;

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
 * Marks failures of commits whose outcome is unknown. The outer call reads the mark, since its
 * rollback does not undo that commit. The mark is found in wrapped exceptions and on other threads.
 */
final class UnknownCommit {

  private static final int LIMIT = 64;

  private UnknownCommit() {}

  /** The mark: suppressed in the failure of a commit. */
  private static final class Mark extends Throwable {

    private static final long serialVersionUID = 1;

    Mark() {
      super("the outcome of the commit is unknown", null, false, false);
    }
  }

  static void mark(Throwable failure) {
    if (Arrays.stream(failure.getSuppressed()).noneMatch(Mark.class::isInstance)) {
      failure.addSuppressed(new Mark());
    }
  }

  /**
   * Returns whether a failure has the mark, or the report of a call that ended because its effect
   * is unknown. Searches causes, next exceptions and suppressed exceptions, 64 at most.
   */
  static boolean isMarked(Throwable failure) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Throwable> pending = new ArrayDeque<>();
    pending.add(failure);
    while (!pending.isEmpty() && seen.size() < LIMIT) {
      Throwable each = pending.remove();
      if (seen.add(each)) {
        if (each instanceof Mark || endedUnknown(each)) {
          return true;
        }
        follow(each, pending);
      }
    }
    return false;
  }

  private static boolean endedUnknown(Throwable failure) {
    return RetryReport.of(failure)
        .filter(report -> report.stopReason() == StopReason.EFFECT_UNKNOWN)
        .isPresent();
  }

  private static void follow(Throwable failure, Deque<Throwable> pending) {
    add(failure.getCause(), pending);
    if (failure instanceof SQLException exception) {
      add(exception.getNextException(), pending);
    }
    pending.addAll(Arrays.asList(failure.getSuppressed()));
  }

  private static void add(@Nullable Throwable failure, Deque<Throwable> pending) {
    if (failure != null) {
      pending.add(failure);
    }
  }
}
