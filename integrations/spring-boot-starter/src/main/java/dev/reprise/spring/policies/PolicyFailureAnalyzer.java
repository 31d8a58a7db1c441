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
        "Correct the properties. %s.NAME.SETTING has the settings %s; %s.NAME has all in one text."
            .formatted(PolicyEntry.ROOT, PolicySetting.all(), PolicyEntry.ROOT),
        cause);
  }

  private static String paragraph(PropertyMistake mistake) {
    return """
        \s   Property: %s
        \s   Value: "%s"
        \s   Origin: %s
        \s   Reason: %s
        """
        .formatted(
            mistake.property(),
            mistake.value(),
            String.join(", ", mistake.origins()),
            mistake.reason());
  }
}
