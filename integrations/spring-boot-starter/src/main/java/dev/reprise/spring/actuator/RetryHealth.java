package dev.reprise.spring.actuator;

import dev.reprise.Retry;
import dev.reprise.spring.policies.RetryPolicies;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Details of the health contributor: the state of the budget of each policy. */
final class RetryHealth {

  private final RetryPolicies policies;
  private final KeptReports reports;

  RetryHealth(RetryPolicies policies, KeptReports reports) {
    this.policies = policies;
    this.reports = reports;
  }

  Map<String, Object> details() {
    Map<String, Object> details = new LinkedHashMap<>();
    for (String name : policies.names()) {
      Retry retry = policies.retry(name);
      Map<String, @Nullable Object> state = PolicyDescriptions.state(retry);
      state.put("stoppedByBudget", reports.stoppedByBudget(name));
      state.values().removeIf(value -> value == null);
      details.put(name, state);
    }
    return details;
  }
}
