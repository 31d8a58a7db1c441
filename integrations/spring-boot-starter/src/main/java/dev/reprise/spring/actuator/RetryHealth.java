package dev.reprise.spring.actuator;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Details of the health contributor: the state of the budget of each retry. */
final class RetryHealth {

  private final ExistingRetries retries;
  private final KeptReports reports;

  RetryHealth(ExistingRetries retries, KeptReports reports) {
    this.retries = retries;
    this.reports = reports;
  }

  Map<String, Object> details() {
    Map<String, Object> details = new LinkedHashMap<>();
    retries
        .byName()
        .forEach(
            (name, ofName) -> {
              Map<String, @Nullable Object> state = RetryDescriptions.state(ofName);
              state.put("stoppedByBudget", reports.stoppedByBudget(name));
              state.values().removeIf(Objects::isNull);
              details.put(name, state);
            });
    return details;
  }
}
