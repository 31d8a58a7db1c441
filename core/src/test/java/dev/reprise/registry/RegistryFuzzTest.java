package dev.reprise.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.reprise.policy.RetryPolicy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RegistryFuzzTest {

  private static final long SEED = 4_711;

  private static final Map<String, List<String>> LEGAL =
      Map.ofEntries(
          Map.entry("maxAttempts", List.of("1", "5", "unlimited", "2147483646")),
          Map.entry("within", List.of("30s", "forever", "1ns", "106751d")),
          Map.entry("attemptTimeout", List.of("3s", "1ms")),
          Map.entry(
              "backoff",
              List.of(
                  "none",
                  "fixed(10ms)",
                  "exponential(100ms, x2, cap=10s, jitter=full)",
                  "then(3, fixed(1ms), exponential(1s))")),
          Map.entry(
              "retryOn", List.of("java.io.IOException", "java.io.IOException,java.lang.Error")),
          Map.entry("retryOnCause", List.of("java.io.EOFException")),
          Map.entry("abortOn", List.of("java.io.FileNotFoundException")),
          Map.entry("retryOnNull", List.of("true", "false")),
          Map.entry("idempotency", List.of("idempotent", "keyed", "notIdempotent", "unspecified")),
          Map.entry("hedge", List.of("after(50ms)", "percentile(95, floor=5ms, maxInFlight=3)")),
          Map.entry("nesting", List.of("collapse", "multiply")),
          Map.entry("maxHint", List.of("1m", "5s")),
          Map.entry("hintJitter", List.of("0", "0.5", "1")),
          Map.entry("hintsOnSuccess", List.of("true", "false")),
          Map.entry("rules", List.of("timeout(price=2)", "throttled(backoff=fixed(1s))")),
          Map.entry("noWaits", List.of("true", "false")),
          Map.entry("startOverAfter", List.of("10m")),
          Map.entry("giveUpWhen", List.of("attempts(5)", "all(attempts(2), elapsed(1m))")),
          Map.entry("returningRejected", List.of("true", "false")),
          Map.entry("closingRejected", List.of("true", "false")));

  private static final String[] PIECES = {
    "reprise",
    ".",
    "policies",
    "reprise.policies.",
    "orders",
    "a",
    "budget",
    "maxAttempts",
    "within",
    "max-attempts",
    "=",
    "5",
    "0",
    "30s",
    "unlimited",
    "forever",
    "standard",
    "bucket(",
    "100, 5)",
    "fixed(",
    "java.io.IOException",
    "com.acme.None",
    "[I",
    "(",
    ")",
    ",",
    " ",
    "\n",
    "\0",
    "é",
    "\uD83D",
    "\\u",
    "-",
    "custom(x)",
    "true"
  };

  private final SplittableRandom random = new SplittableRandom(SEED);

  @Test
  void a_policy_as_settings_is_equal_to_the_same_policy_as_text() {
    for (int round = 0; round < 2_000; round++) {
      Map<String, String> settings = legalSettings();
      String text =
          settings.entrySet().stream().map(Object::toString).collect(Collectors.joining(" "));
      Map<String, String> properties = new HashMap<>();
      settings.forEach((key, value) -> properties.put("reprise.policies.one." + key, value));
      properties.put("reprise.policies.two", text);

      RetryRegistry registry = RetryRegistry.of(properties);

      RetryPolicy parsed = RetryPolicy.parse(text);
      assertEquals(parsed, registry.retry("one").policy(), text);
      assertEquals(parsed, registry.retry("two").policy(), text);
      assertEquals(parsed.toString(), registry.retry("one").policy().toString());
    }
  }

  @Test
  void reports_every_wrong_value_and_no_right_one() {
    for (int round = 0; round < 1_000; round++) {
      Map<String, String> settings = legalSettings();
      List<String> wrong = new ArrayList<>(settings.keySet());
      Collections.shuffle(wrong, new java.util.Random(round));
      wrong = wrong.subList(0, 1 + random.nextInt(wrong.size()));
      wrong.forEach(setting -> settings.put(setting, "?"));
      Map<String, String> properties = new HashMap<>();
      settings.forEach((key, value) -> properties.put("reprise.policies.one." + key, value));

      List<SettingError> errors = errors(properties);

      assertEquals(
          wrong.stream().map(setting -> "reprise.policies.one." + setting).sorted().toList(),
          errors.stream().map(SettingError::key).toList());
    }
  }

  @Test
  void random_properties_give_a_registry_or_the_documented_exception() {
    int read = 0;
    for (int round = 0; round < 20_000; round++) {
      Map<String, String> properties = new HashMap<>();
      for (int i = random.nextInt(5); i >= 0; i--) {
        properties.put((random.nextInt(3) > 0 ? "reprise.policies." : "") + garbage(), garbage());
      }
      read += errors(properties).isEmpty() ? 1 : 0;
    }
    assertTrue(read > 100, "hardly anything was legal");
  }

  /** The reported mistakes; empty if the properties are valid. */
  private static List<SettingError> errors(Map<String, String> properties) {
    try {
      RetryRegistry registry = RetryRegistry.of(properties);
      registry.names().forEach(registry::retry);
      return List.of();
    } catch (InvalidSettingsException refused) {
      assertFalse(refused.errors().isEmpty());
      return refused.errors();
    } catch (Throwable other) {
      return fail("seed " + SEED + ", properties " + properties, other);
    }
  }

  private Map<String, String> legalSettings() {
    Map<String, String> settings = new TreeMap<>();
    LEGAL.keySet().stream()
        .sorted()
        .filter(name -> random.nextInt(3) == 0)
        .forEach(name -> settings.put(name, oneOf(LEGAL.get(name))));
    if (settings.isEmpty() || "unlimited".equals(settings.get("maxAttempts"))) {
      settings.putIfAbsent("within", "1m");
    }
    if (settings.containsKey("hedge")) {
      settings.put("idempotency", oneOf(List.of("idempotent", "keyed")));
    }
    return settings;
  }

  private String oneOf(List<String> values) {
    return values.get(random.nextInt(values.size()));
  }

  private String garbage() {
    StringBuilder text = new StringBuilder();
    for (int pieces = random.nextInt(5); pieces > 0; pieces--) {
      text.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return text.toString();
  }
}
