package dev.reprise.jdbc.classify;

import dev.reprise.classify.Failures;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The exceptions linked to a failure by cause and next, the outermost first; at most 64. */
final class ExceptionChain {

  private static final int LIMIT = 64;

  private final List<SQLException> exceptions = new ArrayList<>();
  private boolean interrupted;

  ExceptionChain(Throwable failure) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Throwable> left = new ArrayDeque<>();
    left.add(failure);
    while (!left.isEmpty() && seen.size() < LIMIT) {
      Throwable each = left.remove();
      if (seen.add(each)) {
        visit(each, left);
      }
    }
  }

  private void visit(Throwable failure, Deque<Throwable> left) {
    interrupted |= Failures.isInterruption(failure);
    Throwable cause = failure.getCause();
    if (cause != null) {
      left.add(cause);
    }
    if (failure instanceof SQLException exception) {
      exceptions.add(exception);
      SQLException next = exception.getNextException();
      if (next != null) {
        left.add(next);
      }
    }
  }

  List<SQLException> exceptions() {
    return exceptions;
  }

  boolean isInterrupted() {
    return interrupted;
  }

  /** Returns whether it came from a batch. SQLite's driver throws no BatchUpdateException. */
  boolean isBatch() {
    return exceptions.stream().anyMatch(BatchUpdateException.class::isInstance)
        || hasFrame(
            frame ->
                frame.getMethodName().equals("executeBatch")
                    || frame.getMethodName().equals("executeLargeBatch"));
  }

  @Nullable SqlDatabase database() {
    for (SQLException exception : exceptions) {
      SqlDatabase database = SqlDatabase.thatThrew(exception);
      if (database != null) {
        return database;
      }
    }
    return null;
  }

  /** Returns whether the outermost one was created while a driver or a pool made a connection. */
  boolean isConnecting() {
    return StackFrames.isConnecting(exceptions.get(0).getStackTrace());
  }

  /**
   * Returns whether it was created while another connection was made inside a statement or a
   * commit.
   */
  boolean isReconnecting() {
    return StackFrames.isReconnecting(exceptions.get(0).getStackTrace());
  }

  /** Returns whether it is a pool that had no connection to lend, and was not closed. */
  boolean isExhaustedPool() {
    SQLException outermost = exceptions.get(0);
    String message = outermost.getMessage();
    return StackFrames.isOfPool(outermost.getStackTrace())
        && (message == null || !message.toLowerCase(Locale.ROOT).contains("closed"));
  }

  private boolean hasFrame(Predicate<StackTraceElement> wanted) {
    return Arrays.stream(exceptions.get(0).getStackTrace()).anyMatch(wanted);
  }
}
