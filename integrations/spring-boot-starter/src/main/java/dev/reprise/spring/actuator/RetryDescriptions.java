package dev.reprise.spring.actuator;

import dev.reprise.Retry;
import dev.reprise.explain.PolicyExplanation;
import dev.reprise.spring.policies.AdditionalRetries.AdditionalRetry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.json.JsonParser;
import org.springframework.boot.json.JsonParserFactory;

/** The retries of one name, as values for JSON. */
final class RetryDescriptions {

  private static final int ROWS = 10;

  private final JsonParser json = JsonParserFactory.getJsonParser();

  /** The short form: policy and budget, and their state. */
  Map<String, @Nullable Object> summary(List<AdditionalRetry> ofName) {
    Retry retry = ofName.get(0).retry();
    Map<String, @Nullable Object> summary = new LinkedHashMap<>();
    summary.put("policyName", ofName.get(0).policyName());
    summary.put("policy", retry.policy().toString());
    summary.put("budget", retry.state().budget().toString());
    summary.putAll(state(ofName));
    return summary;
  }

  /** The lowest level of the budgets of a name, and the number of its calls that retry now. */
  static Map<String, @Nullable Object> state(List<AdditionalRetry> ofName) {
    Map<String, @Nullable Object> state = new LinkedHashMap<>();
    OptionalDouble level =
        ofName.stream()
            .map(one -> one.retry().budgetLevel())
            .flatMapToDouble(OptionalDouble::stream)
            .min();
    state.put("budgetLevel", level.isPresent() ? level.getAsDouble() : null);
    state.put(
        "retrying", ofName.stream().mapToInt(one -> one.retry().state().view().retrying()).sum());
    return state;
  }

  /** The short form, and the explanation of the policy. */
  Map<String, @Nullable Object> whole(String name, List<AdditionalRetry> ofName) {
    Map<String, @Nullable Object> whole = new LinkedHashMap<>();
    whole.put("name", name);
    whole.putAll(summary(ofName));
    Retry retry = ofName.get(0).retry();
    try {
      PolicyExplanation explanation =
          PolicyExplanation.of(retry.policy(), retry.state().budget(), ROWS);
      whole.put("explanation", sections(explanation));
      whole.put("warnings", explanation.warnings());
    } catch (IllegalArgumentException delaysInCode) {
      whole.put("explanation", null);
      whole.put("warnings", List.of(Objects.toString(delaysInCode.getMessage())));
    }
    return whole;
  }

  private Map<String, @Nullable Object> sections(PolicyExplanation explanation) {
    Map<String, @Nullable Object> sections =
        ReadableDurations.of(json.parseMap(explanation.toJson()));
    List.of("policy", "budget", "warnings").forEach(sections::remove);
    return sections;
  }

  /** A report with the form of its durations. */
  Map<String, @Nullable Object> report(KeptReport report) {
    return report.describe(json);
  }
}
