package dev.reprise.spring.actuator;

import dev.reprise.event.RetryEvent;
import dev.reprise.report.AttemptRecord;
import dev.reprise.report.FailureText;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The class and the HTTP status of the failed attempts of a call, which its report does not have.
 * As many are kept as a report has records: those of the first attempt and of the last four.
 */
final class AttemptFailures {

  private static final int KEPT = 5;

  private final TreeMap<Integer, AttemptFailure> byNumber = new TreeMap<>();

  /**
   * The failure of an attempt.
   *
   * @param exception the name of its class; null for a rejected result
   * @param status the HTTP status; null if there is none
   */
  record AttemptFailure(@Nullable String exception, @Nullable Integer status) {}

  synchronized void add(RetryEvent.AttemptFinished attempt) {
    Throwable failure = attempt.outcome().failureOrNull();
    String exception = failure == null ? null : FailureText.describeWithoutMessage(failure);
    Integer status = HttpStatus.of(attempt.outcome());
    if (exception == null && status == null) {
      return;
    }
    byNumber.put(attempt.attempt(), new AttemptFailure(exception, status));
    if (byNumber.size() > KEPT) {
      byNumber.remove(byNumber.higherKey(byNumber.firstKey()));
    }
  }

  /** The failures of the attempts in a report, by the number of the attempt. */
  synchronized Map<Integer, AttemptFailure> of(Iterable<AttemptRecord> records) {
    Map<Integer, AttemptFailure> failures = new TreeMap<>();
    for (AttemptRecord record : records) {
      AttemptFailure failure = byNumber.get(record.number());
      if (failure != null) {
        failures.put(record.number(), failure);
      }
    }
    return failures;
  }
}
