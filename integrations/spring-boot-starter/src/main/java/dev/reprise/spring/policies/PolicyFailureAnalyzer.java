package dev.reprise.spring.policies;

import java.util.stream.Collectors;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports all mistakes in the properties of policies when the application does not start. */
final class PolicyFailureAnalyzer extends AbstractFailureAnalyzer<InvalidPoliciesException> {

  @Override
  protected FailureAnalysis analyze(Throwable root, InvalidPoliciesException cause) {
    String mistakes =
        cause.mistakes().stream()
            .map(PolicyFailureAnalyzer::paragraph)
            .collect(Collectors.joining("%n".formatted()));
    return new FailureAnalysis(
        InvalidPoliciesException.headline(cause.mistakes().size()) + "%n%n".formatted() + mistakes,
        "Correct these properties. Settings can be written as max-attempts or maxAttempts; durations"
            + " have a unit: ms, s, m, h or d.",
        cause);
  }

  private static String paragraph(PropertyMistake mistake) {
    return """
        Property: %s
        Value: "%s"
        Origin: %s
        Reason: %s
        """
        .formatted(
            mistake.property(),
            mistake.value(),
            String.join(", ", mistake.origins()),
            mistake.reason())
        .indent(4);
  }
}
