package dev.reprise.declared;

import dev.reprise.internal.text.Suggestion;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Attributes of an annotation as text, and the settings that follow from them. */
final class MethodSettings {

  static final String NAME = "name";
  static final String POLICY = "policy";
  static final String ENABLED = "enabled";

  /** Not a part of the policy. */
  static final String FALLBACK = "fallback";

  private static final Set<String> ALONE = Set.of(NAME, POLICY, ENABLED);

  private MethodSettings() {}

  /** The attributes that were set, in the order of the annotation type. */
  static Map<String, String> of(Retryable annotation) {
    Map<String, String> set = new LinkedHashMap<>();
    put(set, NAME, annotation.name());
    put(set, POLICY, annotation.policy());
    if (annotation.maxAttempts() != Integer.MIN_VALUE) {
      set.put("maxAttempts", Integer.toString(annotation.maxAttempts()));
    }
    put(set, "within", annotation.within());
    put(set, "attemptTimeout", annotation.attemptTimeout());
    put(set, "backoff", annotation.backoff());
    put(set, "rules", annotation.rules());
    put(set, "giveUpWhen", annotation.giveUpWhen());
    put(set, "retryOn", names(annotation.retryOn()));
    put(set, "retryOnCause", names(annotation.retryOnCause()));
    put(set, "abortOn", names(annotation.abortOn()));
    put(set, "retryOnNull", annotation.retryOnNull() ? "true" : "");
    if (annotation.idempotency() != Idempotency.UNSPECIFIED) {
      set.put("idempotency", annotation.idempotency().toString());
    }
    put(set, FALLBACK, annotation.fallback());
    put(set, ENABLED, annotation.enabled() ? "" : "false");
    return set;
  }

  private static void put(Map<String, String> set, String attribute, String value) {
    if (!value.isEmpty()) {
      set.put(attribute, value);
    }
  }

  private static String names(Class<?>[] types) {
    return Stream.of(types).map(Class::getName).collect(Collectors.joining(","));
  }

  /** A policy can be set in only one way. */
  static void checkNotMixed(String method, Map<String, String> attributes) {
    for (String alone : List.of(NAME, POLICY, ENABLED)) {
      List<String> others = new ArrayList<>(attributes.keySet());
      if (!alone.equals(ENABLED)) {
        others.remove(FALLBACK);
      }
      if (others.remove(alone) && !others.isEmpty()) {
        throw new IllegalArgumentException(
            method
                + ": @Retryable sets "
                + alone
                + " and "
                + String.join(", ", others)
                + ", but "
                + alone
                + " must be the only one");
      }
    }
  }

  /** The policy by text or by attributes. */
  static RetryPolicy policy(
      String method, RetryPolicy base, Map<String, String> attributes, @Nullable ClassLoader from) {
    String attribute = POLICY;
    try {
      String whole = attributes.get(POLICY);
      if (whole != null) {
        return RetryPolicy.parse(whole, from);
      }
      RetryPolicyBuilder changed = base.toBuilder();
      for (Map.Entry<String, String> set : attributes.entrySet()) {
        attribute = set.getKey();
        if (!ALONE.contains(attribute) && !attribute.equals(FALLBACK)) {
          changed.set(attribute, set.getValue(), from);
        }
      }
      return changed.build();
    } catch (IllegalArgumentException refused) {
      throw new IllegalArgumentException(
          method + ": @Retryable(" + Suggestion.shown(attribute) + "): " + refused.getMessage(),
          refused);
    }
  }
}
