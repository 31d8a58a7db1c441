package dev.reprise.spring.actuator;

import dev.reprise.event.RetryEvent;
import dev.reprise.report.RetryReport;
import dev.reprise.spring.actuator.AttemptFailures.AttemptFailure;
import dev.reprise.text.PrintableText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.json.JsonParser;

/**
 * A report, with what it does not contain itself.
 *
 * @param ended the end of the call, by the wall clock of the retry's environment
 * @param key the key of the call, as text; null if it has none
 * @param report the report, without messages unless they are switched on
 * @param failures the failures of the attempts in the report, by number
 * @param messages true if the report has its messages
 */
record KeptReport(
    Instant ended,
    @Nullable String key,
    RetryReport report,
    Map<Integer, AttemptFailure> failures,
    boolean messages) {

  static KeptReport of(
      RetryEvent.CallFinished call,
      RetryReport report,
      Instant ended,
      AttemptFailures failures,
      boolean messages) {
    return new KeptReport(
        ended.truncatedTo(ChronoUnit.MILLIS),
        textOf(call.key()),
        messages ? report : report.withoutMessages(),
        failures.of(report.records()),
        messages);
  }

  /** Keys are objects of the application: toString may throw or return anything. */
  private static @Nullable String textOf(@Nullable Object key) {
    if (key == null) {
      return null;
    }
    try {
      return PrintableText.oneLine(key.toString());
    } catch (RuntimeException | StackOverflowError bug) {
      return key.getClass().getName();
    }
  }

  /** The report as an object of JSON. */
  Map<String, @Nullable Object> describe(JsonParser json) {
    Map<String, @Nullable Object> described = new LinkedHashMap<>();
    described.put("ended", ended.toString());
    described.put("key", key);
    Map<String, @Nullable Object> all = ReadableDurations.of(json.parseMap(report.toJson()));
    all.computeIfPresent("records", (name, records) -> withFailures((List<?>) records));
    all.remove("version");
    described.putAll(all);
    return described;
  }

  private List<?> withFailures(List<?> records) {
    return records.stream().map(record -> withFailure((Map<?, ?>) record)).toList();
  }

  private Map<String, @Nullable Object> withFailure(Map<?, ?> record) {
    Map<String, @Nullable Object> described = new LinkedHashMap<>();
    record.forEach((name, value) -> described.put(String.valueOf(name), value));
    if (!messages) {
      described.remove("outcome");
    }
    AttemptFailure failure =
        record.get("number") instanceof Number number ? failures.get(number.intValue()) : null;
    described.put("exception", failure == null ? null : failure.exception());
    described.put("status", failure == null ? null : failure.status());
    return described;
  }
}
