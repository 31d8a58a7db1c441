package dev.reprise.spring.policies;

import dev.reprise.Retry;
import dev.reprise.RetrySource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * A property below a prefix, as written in its source. For the parts of the starter.
 *
 * @param name the words behind the prefix; of an environment variable in lower case, joined by
 *     hyphens
 * @param key the key as written
 * @param value the value as written; placeholders are not replaced
 * @param origin where the property is set, such as {@code application.yaml:12:9}
 */
public record WrittenProperty(String name, String key, String value, String origin) {

  /**
   * The properties below a prefix.
   *
   * @param environment the environment
   * @param prefix the prefix, such as {@code reprise.http.clients}
   * @return the properties, source by source, highest precedence first
   */
  public static List<WrittenProperty> below(ConfigurableEnvironment environment, String prefix) {
    List<WrittenProperty> found = new ArrayList<>();
    for (List<SourceProperty> source : PropertyScan.of(environment, PolicyEntry::mayConcern)) {
      for (SourceProperty property : source) {
        String name = name(property, prefix);
        if (name != null) {
          found.add(new WrittenProperty(name, property.key(), property.value(), property.origin()));
        }
      }
    }
    return found;
  }

  private static @Nullable String name(SourceProperty property, String prefix) {
    if (property.isVariable()) {
      String words = String.join("-", PolicyEntry.words(property));
      String start = prefix.replace('.', '-') + "-";
      return words.startsWith(start) ? words.substring(start.length()) : null;
    }
    ConfigurationPropertyName root = ConfigurationPropertyName.of(prefix);
    ConfigurationPropertyName key = ConfigurationPropertyName.adapt(property.key(), '.');
    if (!root.isAncestorOf(key)) {
      return null;
    }
    List<String> elements = new ArrayList<>();
    for (int i = root.getNumberOfElements(); i < key.getNumberOfElements(); i++) {
      elements.add(key.getElement(i, Form.ORIGINAL));
    }
    return String.join(".", elements);
  }

  /**
   * The policy that the value names.
   *
   * @param environment resolves placeholders in the value
   * @param policies finds policies
   * @param mistakes receives a mistake if there is no policy with the name
   * @return a retry with the policy; empty after a mistake, and if the value is blank
   */
  public Optional<Retry> policy(
      ConfigurableEnvironment environment, RetrySource policies, Mistakes mistakes) {
    try {
      String policy = environment.resolveRequiredPlaceholders(value);
      return policy.isBlank() ? Optional.empty() : Optional.of(policies.retry(policy));
    } catch (IllegalArgumentException unknown) {
      mistakes.add(mistake(String.valueOf(unknown.getMessage())));
      return Optional.empty();
    }
  }

  /**
   * A mistake in this property.
   *
   * @param reason description of the mistake
   * @return the mistake with value and origin of the property
   */
  public PropertyMistake mistake(String reason) {
    return new PropertyMistake(key, value, reason, List.of(origin));
  }

  /**
   * Returns whether this property names a thing, in any of the spellings that Spring allows.
   *
   * @param other the name of the thing
   * @return true if the names differ at most in case and in characters other than letters and
   *     digits
   */
  public boolean isNamed(String other) {
    return uniform(name).equals(uniform(other));
  }

  private static String uniform(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]", "");
  }
}
