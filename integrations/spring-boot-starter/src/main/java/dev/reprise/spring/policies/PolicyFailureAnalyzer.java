package dev.reprise.spring.policies;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports all mistakes in the settings of retries when the application does not start. */
final class PolicyFailureAnalyzer extends AbstractFailureAnalyzer<InvalidPoliciesException> {

  private static final Pattern UNKNOWN = Pattern.compile("^unknown (?:property|setting ([^ ,]+))");

  @Override
  protected FailureAnalysis analyze(Throwable root, InvalidPoliciesException cause) {
    List<String> mistakes = new ArrayList<>();
    List<String> actions = new ArrayList<>();
    for (PropertyMistake mistake : cause.mistakes()) {
      mistakes.add(paragraph(mistake));
      actions.add(action(mistake));
    }
    for (BeanMistake mistake : cause.beanMistakes()) {
      mistakes.add(paragraph(mistake));
      actions.add("Correct @Retryable of " + mistake.place());
    }
    return new FailureAnalysis(
        InvalidPoliciesException.headline(mistakes.size())
            + "%n%n".formatted()
            + String.join("%n".formatted(), mistakes),
        actions.stream()
            .distinct()
            .map(action -> "%n    - %s".formatted(action))
            .collect(Collectors.joining("", "Make these changes:%n".formatted(), "")),
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

  private static String paragraph(BeanMistake mistake) {
    return """
    Annotation: @Retryable of %s
    %s: %s
    Reason: %s
    """
        .formatted(
            mistake.place(),
            mistake.beans().size() == 1 ? "Bean" : "Beans",
            String.join(", ", mistake.beans()),
            mistake.reason())
        .indent(4);
  }

  private static String action(PropertyMistake mistake) {
    return (isUnknown(mistake) ? "Rename or remove " : "Correct ")
        + mistake.property()
        + " ("
        + String.join(", ", mistake.origins())
        + ")";
  }

  /** Returns true if the name of the property is wrong, not its value. */
  private static boolean isUnknown(PropertyMistake mistake) {
    Matcher unknown = UNKNOWN.matcher(mistake.reason());
    return unknown.find()
        && (unknown.group(1) == null
            || PolicySetting.bare(mistake.property())
                .endsWith(PolicySetting.bare(unknown.group(1))));
  }
}
