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

/** A failure with its causes and next exceptions, the outermost first, at most 64. */
final class ExceptionChain {

  private static final int LIMIT = 64;

  private final List<SQLException> exceptions = new ArrayList<>();
  private boolean interrupted;

  ExceptionChain(Throwable failure) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Throwable> pending = new ArrayDeque<>();
    pending.add(failure);
    while (!pending.isEmpty() && seen.size() < LIMIT) {
      Throwable each = pending.remove();
      if (seen.add(each)) {
        visit(each, pending);
      }
    }
  }

  private void visit(Throwable failure, Deque<Throwable> pending) {
    interrupted |= Failures.isInterruption(failure);
    Throwable cause = failure.getCause();
    if (cause != null) {
      pending.add(cause);
    }
    if (failure instanceof SQLException exception) {
      exceptions.add(exception);
      SQLException next = exception.getNextException();
      if (next != null) {
        pending.add(next);
      }
    }
  }

  List<SQLException> exceptions() {
    return exceptions;
  }

  boolean isInterrupted() {
    return interrupted;
  }

  /** Returns whether a batch failed. The driver of SQLite throws no BatchUpdateException. */
  boolean isBatch() {
    return exceptions.stream().anyMatch(BatchUpdateException.class::isInstance)
        || hasFrame(
            frame ->
                frame.getMethodName().equals("executeBatch")
                    || frame.getMethodName().equals("executeLargeBatch"));
  }

  @Nullable SqlDatabase database() {
    for (SQLException exception : exceptions) {
      SqlDatabase database = SqlDatabase.ofException(exception);
      if (database != null) {
        return database;
      }
    }
    return null;
  }

  /** Returns whether the failure occurred while a driver or a pool made a connection. */
  boolean isConnecting() {
    return StackFrames.isConnecting(exceptions.get(0).getStackTrace());
  }

  /** Returns whether a driver made a new connection inside a statement or a commit. */
  boolean isReconnecting() {
    return StackFrames.isReconnecting(exceptions.get(0).getStackTrace());
  }

  /** Returns whether a pool that is open had no free connection. */
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
