package dev.reprise.report;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Search through a failure, its causes and their suppressed exceptions. Depth and width are
 * bounded, so that cycles end.
 */
final class ReportSearch {

  private static final int DEPTH = 16;
  private static final int VISITS = 256;

  private final Predicate<ReportNote> wanted;
  private int visits;

  private ReportSearch(Predicate<ReportNote> wanted) {
    this.wanted = wanted;
  }

  static @Nullable ReportNote first(Throwable failure, Predicate<ReportNote> wanted) {
    return new ReportSearch(wanted).walk(failure, 0);
  }

  private @Nullable ReportNote walk(@Nullable Throwable failure, int depth) {
    if (failure == null || depth > DEPTH || ++visits > VISITS) {
      return null;
    }
    if (failure instanceof ReportNote note) {
      return wanted.test(note) ? note : null;
    }
    ReportNote own = ReportNote.on(failure);
    if (own != null && wanted.test(own)) {
      return own;
    }
    ReportNote below = walk(causeOf(failure), depth + 1);
    return below != null ? below : walkSuppressed(failure, depth);
  }

  /** Returns null if a method of the failure throws: a search must not end a call. */
  private static @Nullable Throwable causeOf(Throwable failure) {
    try {
      return failure.getCause();
    } catch (RuntimeException | Error bug) {
      return null;
    }
  }

  private @Nullable ReportNote walkSuppressed(Throwable failure, int depth) {
    for (Throwable suppressed : failure.getSuppressed()) {
      ReportNote found = walk(suppressed, depth + 1);
      if (found != null) {
        return found;
      }
    }
    return null;
  }
}
