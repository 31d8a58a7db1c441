package dev.reprise.testing.faults;

import dev.reprise.RetryResult;
import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.decision.ResultRejectedException;
import dev.reprise.decision.StopReason;
import dev.reprise.report.RetryReport;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The end of a call.
 *
 * @param what the kind of its outcome
 * @param name a word for its value or failure
 * @param bugIsSuppressed whether the exception of a faulty part is suppressed in the failure
 * @param reason the stop reason; null if it is unknown
 */
record CallEnd(What what, String name, boolean bugIsSuppressed, @Nullable StopReason reason) {

  /** The kind of an outcome. */
  enum What {
    /** A value that an attempt returned; may be null. */
    VALUE,
    /** A failure of the script, or of the driver for a timeout, a cancellation or a rejection. */
    FAILURE,
    /** The exception of a faulty part. */
    BUG,
    /** A failure that reports that a part returned null. */
    NULL_BUG,
    /** Any other outcome. */
    OTHER
  }

  static CallEnd of(Trial trial, CompletableFuture<?> call) {
    Throwable thrown = call.handle((value, failure) -> failure).join();
    Object value = thrown == null ? call.join() : null;
    RetryResult<?> result = value instanceof RetryResult<?> known ? known : null;
    Throwable failure = result != null ? result.failure() : thrown;
    if (result != null) {
      value = result.value();
    }
    if (result != null && failure == null && !result.succeeded()) {
      failure = rejection(result);
    }
    if (failure == null) {
      String name = value == null ? "null" : trial.shape == Shape.RUN ? "?" : "page";
      return new CallEnd(What.VALUE, name, false, reason(trial, result, null));
    }
    boolean carried = Stream.of(failure.getSuppressed()).anyMatch(each -> isBug(trial, each));
    return new CallEnd(
        what(trial, failure),
        failure.getClass().getSimpleName(),
        carried,
        reason(trial, result, failure));
  }

  private static Throwable rejection(RetryResult<?> rejected) {
    try {
      Object unused = rejected.valueOrThrow();
      throw new AssertionError("a rejected result was returned");
    } catch (Throwable failure) {
      return failure;
    }
  }

  private static @Nullable StopReason reason(
      Trial trial, @Nullable RetryResult<?> result, @Nullable Throwable failure) {
    if (result != null) {
      return result.stopReason();
    }
    StopReason heard = trial.heardReason();
    Optional<RetryReport> report = failure == null ? Optional.empty() : RetryReport.of(failure);
    return heard != null ? heard : report.map(RetryReport::stopReason).orElse(null);
  }

  private static What what(Trial trial, Throwable failure) {
    if (trial.hostile.thrown().stream().anyMatch(bug -> bug == failure)) {
      return What.BUG;
    }
    if (failure instanceof ConnectionReset
        || failure instanceof ResultRejectedException
        || failure instanceof AttemptTimeoutException
        || failure instanceof CancellationException
        || failure instanceof InterruptedException) {
      return What.FAILURE;
    }
    return failure instanceof NullPointerException ? What.NULL_BUG : What.OTHER;
  }

  private static boolean isBug(Trial trial, Throwable suppressed) {
    return suppressed instanceof NullPointerException
        || trial.hostile.thrown().stream().anyMatch(bug -> bug == suppressed);
  }

  /** Returns whether two calls ended in the same way, as far as their stop reasons are known. */
  boolean isAs(CallEnd other) {
    boolean sameReason = reason == null || other.reason == null || reason == other.reason;
    return what == other.what
        && name.equals(other.name)
        && bugIsSuppressed == other.bugIsSuppressed
        && sameReason;
  }

  /**
   * Returns whether only an exception of a dependent differs, which the JDK suppresses in the
   * failure.
   */
  boolean isButForTheBugAs(CallEnd other) {
    return isAs(new CallEnd(other.what, other.name, bugIsSuppressed, other.reason));
  }

  boolean isFor(StopReason expected) {
    return reason == null || reason == expected;
  }

  @Override
  public String toString() {
    return name + " (" + what + (bugIsSuppressed ? " with the bug" : "") + "), " + reason;
  }
}
