package dev.reprise.spring.policies;

import dev.reprise.Retry;
import dev.reprise.RetrySource;
import dev.reprise.text.NearestName;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/**
 * Policies by the properties {@code PREFIX.NAME=POLICY}. A name from an environment variable has
 * neither case nor dashes, so it also means a thing whose name differs only in these. For the parts
 * of the starter.
 */
public final class PoliciesByName {

  private static final String DEFAULT = "default";
  private static final String READ_AT_START = "as read at the start";

  private final String prefix;
  private final Map<String, String> policies;
  private final Set<String> found = ConcurrentHashMap.newKeySet();

  private PoliciesByName(String prefix, Map<String, String> policies) {
    this.prefix = prefix;
    this.policies = policies;
  }

  /**
   * Reads the properties.
   *
   * @param environment the environment
   * @param prefix the prefix, such as {@code reprise.http.clients}
   * @return the policies; {@code default} for a property without a value
   */
  public static PoliciesByName of(Environment environment, String prefix) {
    Map<String, String> bound =
        Binder.get(environment)
            .bind(prefix, Bindable.mapOf(String.class, String.class))
            .orElseGet(Map::of);
    Map<String, String> policies = new TreeMap<>();
    bound.forEach((name, policy) -> policies.put(name, policy.isBlank() ? DEFAULT : policy));
    return new PoliciesByName(prefix, policies);
  }

  /**
   * The names and policies as the properties have them.
   *
   * @return the name of a policy by the name of the thing; sorted, unmodifiable
   */
  public Map<String, String> all() {
    return Collections.unmodifiableMap(policies);
  }

  /**
   * The policy of a thing that exists.
   *
   * @param name the name of the thing
   * @return the name of its policy; null if it has none
   */
  public @Nullable String policyOf(String name) {
    found.add(name);
    String exact = policies.get(name);
    if (exact != null) {
      return exact;
    }
    for (Map.Entry<String, String> entry : policies.entrySet()) {
      if (uniform(entry.getKey()).equals(uniform(name))) {
        return entry.getValue();
      }
    }
    return null;
  }

  /**
   * The names for which {@link #policyOf} was called.
   *
   * @return the names, as given
   */
  public Set<String> found() {
    return Collections.unmodifiableSet(found);
  }

  /**
   * Finds policies that would not exist after a reload.
   *
   * @param next finds the policies after the reload
   * @param mistakes receives the mistakes
   */
  public void checkReload(RetrySource next, Mistakes mistakes) {
    policies.forEach(
        (name, policy) -> {
          try {
            Retry unused = next.retry(policy);
          } catch (IllegalArgumentException removed) {
            String reason = String.valueOf(removed.getMessage());
            mistakes.add(
                new PropertyMistake(prefix + "." + name, policy, reason, List.of(READ_AT_START)));
          }
        });
  }

  /**
   * Compares the names and policies of the properties with the existing ones.
   *
   * @param environment the environment
   * @param prefix the prefix of the properties
   * @param exists false if the name of a property is a mistake
   * @param reason describes the mistake in a name
   * @param policies finds policies; null if they are not known yet
   * @param mistakes receives the mistakes
   */
  public static void check(
      ConfigurableEnvironment environment,
      String prefix,
      Predicate<WrittenProperty> exists,
      UnaryOperator<String> reason,
      @Nullable RetrySource policies,
      Mistakes mistakes) {
    Set<String> seen = new HashSet<>();
    for (WrittenProperty property : WrittenProperty.below(environment, prefix)) {
      if (!seen.add(uniform(property.name()))) {
        continue;
      }
      if (!exists.test(property)) {
        mistakes.add(property.mistake(reason.apply(property.name())));
      }
      if (policies != null) {
        Optional<Retry> unused = property.policy(environment, policies, mistakes);
      }
    }
  }

  /**
   * Describes a name that does not exist.
   *
   * @param nothing the things that were looked for, such as {@code no gRPC channel is named}
   * @param name the name
   * @param known the existing names
   * @return the reason, with the most similar name and all existing ones
   */
  public static String unknown(String nothing, String name, Collection<String> known) {
    String there = known.isEmpty() ? "here is none" : "here are " + String.join(", ", known);
    return nothing
        + " "
        + name
        + NearestName.of(name, known)
            .map(other -> ", did you mean " + other + "? T" + there)
            .orElse("; t" + there);
  }

  private static String uniform(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]", "");
  }
}
