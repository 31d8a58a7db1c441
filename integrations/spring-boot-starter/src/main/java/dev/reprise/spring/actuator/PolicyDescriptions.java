package dev.reprise.spring.actuator;

import dev.reprise.Retry;
import dev.reprise.explain.PolicyExplanation;
import dev.reprise.spring.policies.RetryPolicies;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The policies with their explanations and the state of their budgets, as values for JSON. */
final class PolicyDescriptions {

  private static final int ROWS = 10;

  private final RetryPolicies policies;

  PolicyDescriptions(RetryPolicies policies) {
    this.policies = policies;
  }

  Map<String, Object> all() {
    Map<String, Object> all = new LinkedHashMap<>();
    for (String name : policies.names()) {
      Map<String, @Nullable Object> one = one(name);
      if (one != null) {
        all.put(name, one);
      }
    }
    return all;
  }

  /** One policy; null if a reload has removed it or it never existed. */
  @Nullable Map<String, @Nullable Object> one(String name) {
    return policies.names().contains(name) ? described(policies.retry(name)) : null;
  }

  /** The state of each retry: level of its budget, and calls that retry now. */
  static Map<String, @Nullable Object> state(Retry retry) {
    Map<String, @Nullable Object> state = new LinkedHashMap<>();
    OptionalDouble level = retry.budgetLevel();
    state.put("budgetLevel", level.isPresent() ? level.getAsDouble() : null);
    state.put("retrying", retry.state().view().retrying());
    return state;
  }

  private static Map<String, @Nullable Object> described(Retry retry) {
    Map<String, @Nullable Object> described = new LinkedHashMap<>();
    described.put("policy", retry.policy().toString());
    described.put("budget", retry.state().budget().toString());
    described.putAll(state(retry));
    try {
      PolicyExplanation explanation =
          PolicyExplanation.of(retry.policy(), retry.state().budget(), ROWS);
      described.put("explain", explanation.toString().lines().toList());
      described.put("warnings", explanation.warnings());
    } catch (IllegalArgumentException delaysInCode) {
      described.put("explain", List.of(String.valueOf(delaysInCode.getMessage())));
      described.put("warnings", List.of());
    }
    return described;
  }
}
