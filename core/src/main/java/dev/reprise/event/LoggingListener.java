package dev.reprise.event;

import dev.reprise.decision.Decision;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent.AttemptFinished;
import dev.reprise.event.RetryEvent.CallFinished;
import dev.reprise.report.AttemptRecord;
import dev.reprise.report.RetryReport;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The listener of {@link RetryListener#logging()}. Keeps a count of budget refusals for each name
 * of a retry.
 */
final class LoggingListener implements RetryListener {

  private final Logger logger;
  private final EventText text;
  private final RefusalLimit refusals = new RefusalLimit();

  /**
   * Creates a listener that writes to a logger.
   *
   * @param inWords description of a failure; null for the function of the retry
   */
  LoggingListener(Logger logger, @Nullable Function<? super Throwable, String> inWords) {
    this.logger = logger;
    text = new EventText(inWords);
  }

  @Override
  public Set<Class<? extends RetryEvent>> events() {
    return Set.of(AttemptFinished.class, CallFinished.class);
  }

  @Override
  public void on(RetryEvent event) {
    if (event instanceof AttemptFinished attempt) {
      onAttempt(attempt);
    } else if (event instanceof CallFinished call) {
      onEnd(call);
    }
  }

  private void onEnd(CallFinished call) {
    boolean refused = call.stopReason() == StopReason.BUDGET;
    long due = refusals.atEnd(call.retry(), refused, call.endNanos());
    if (due > 0) {
      log(Level.WARNING, () -> text.ofRefusals(call, due));
    }
    Level level = due == RefusalLimit.COUNTED ? Level.DEBUG : levelOf(call);
    if (logger.isLoggable(level)) { // before any text is built: frequent refusals allocate nothing
      logger.log(level, text.ofEnd(call));
    }
  }

  private void onAttempt(AttemptFinished attempt) {
    if (attempt.decision() instanceof Decision.RetryAfter again) {
      log(Level.DEBUG, () -> text.ofRetry(attempt, again));
    } else if (attempt.decision() instanceof Decision.GiveUp giveUp) {
      Throwable bug = giveUp.policyFailure();
      if (bug != null) {
        log(Level.ERROR, () -> text.ofBug(attempt, bug));
      }
    }
  }

  /**
   * Level of the end of a call. DEBUG after a bug in the policy, which was logged with its attempt,
   * unless it was a wait that threw.
   */
  private static Level levelOf(CallFinished call) {
    return switch (call.stopReason()) {
      case SUCCEEDED -> call.attempts() > 1 ? Level.INFO : Level.DEBUG;
      case NOT_RETRYABLE, EFFECT_UNKNOWN, ALREADY_RETRIED, DISABLED, ATTEMPTS, CONDITION ->
          call.attempts() > 1 ? Level.WARNING : Level.DEBUG;
      case DEADLINE, HINT_TOO_LONG, BUDGET, EXECUTOR_REJECTED -> Level.WARNING;
      case POLICY_FAILED -> endedInWait(call) ? Level.WARNING : Level.DEBUG;
      case INTERRUPTED, CANCELLED, SHUT_DOWN -> Level.DEBUG;
    };
  }

  private static boolean endedInWait(CallFinished call) {
    RetryReport report = call.report();
    List<AttemptRecord> records = report == null ? List.of() : report.records();
    return records.isEmpty() || records.get(records.size() - 1).retried();
  }

  private void log(Level level, Supplier<String> message) {
    if (logger.isLoggable(level)) {
      logger.log(level, message.get());
    }
  }
}
