package dev.reprise.spring.policies;

import dev.reprise.policy.RetryPolicy;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;

/** Changes the names of settings in messages to the spelling of property files. */
final class SettingWords {

  private static final Pattern CAMEL =
      RetryPolicy.settingNames().stream()
          .filter(name -> name.chars().anyMatch(Character::isUpperCase))
          .collect(
              Collectors.collectingAndThen(
                  Collectors.joining("|", "\\b(?:", ")\\b"), Pattern::compile));

  private static final Pattern CAMEL_KEY = Pattern.compile("[a-z][A-Z][^.]*$");

  private SettingWords() {}

  /**
   * The message with {@code max-attempts} in place of {@code maxAttempts}, unless the setting of
   * the property is written in camel case itself.
   */
  static String dashed(String message, String property) {
    return CAMEL_KEY.matcher(property).find()
        ? message
        : CAMEL
            .matcher(message)
            .replaceAll(name -> DataObjectPropertyName.toDashedForm(name.group()));
  }
}
