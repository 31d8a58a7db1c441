package dev.reprise.rewrite.internal.resilience4j;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The settings below {@code resilience4j.retry} of one file or document. */
final class RetrySettings {

  private static final String PREFIX = "resilience4j.retry.";
  private static final Pattern KEY =
      Pattern.compile("(instances|backends|configs)\\.([^.]+)\\.([^.\\[]+)(\\[\\d+])?");
  private static final Pattern NUMBER = Pattern.compile("\\d+");
  private static final Pattern ISO = Pattern.compile("PT(\\d+)([HMS])", Pattern.CASE_INSENSITIVE);
  private static final Set<String> DROPPED =
      Set.of(
          "eventconsumerbuffersize",
          "failaftermaxattempts",
          "registerhealthindicator",
          "baseconfig");
  private static final Set<String> READ =
      Set.of(
          "maxattempts",
          "waitduration",
          "enableexponentialbackoff",
          "exponentialbackoffmultiplier",
          "exponentialmaxwaitduration",
          "enablerandomizedwait",
          "randomizedwaitfactor",
          "retryexceptions",
          "ignoreexceptions");

  private final Map<String, Map<String, List<String>>> instances = new LinkedHashMap<>();
  private final Map<String, Map<String, List<String>>> configs = new LinkedHashMap<>();
  private final Map<String, String> written = new LinkedHashMap<>();
  private boolean otherModules;
  private @Nullable String unknown;

  /** Returns true for a key that this class reads. */
  static boolean isRetryKey(String key) {
    return key.startsWith(PREFIX);
  }

  /** Notes a setting of another module of Resilience4j. */
  void addOther(String key) {
    otherModules |= key.startsWith("resilience4j.");
  }

  /** Returns true if there are settings of other modules, which keep the dependency. */
  boolean hasOtherModules() {
    return otherModules;
  }

  /** Adds a setting, once for each element of a list. */
  void add(String key, String value) {
    Matcher parts = KEY.matcher(key.substring(PREFIX.length()));
    if (!parts.matches()) {
      unknown = key + " has no counterpart";
      return;
    }
    written.putIfAbsent(plain(parts.group(3)), parts.group(3));
    Map<String, Map<String, List<String>>> group =
        parts.group(1).equals("configs") ? configs : instances;
    group
        .computeIfAbsent(parts.group(2), it -> new LinkedHashMap<>())
        .computeIfAbsent(plain(parts.group(3)), it -> new ArrayList<>())
        .add(value);
  }

  private static String plain(String setting) {
    return setting.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
  }

  boolean isEmpty() {
    return instances.isEmpty() && configs.isEmpty() && unknown == null;
  }

  /** The names of the policies. */
  Set<String> names() {
    return instances.keySet();
  }

  /** Why the settings cannot be migrated; null if they can be. */
  @Nullable String obstacle() {
    if (unknown != null) {
      return unknown;
    }
    for (Map.Entry<String, Map<String, List<String>>> instance : instances.entrySet()) {
      String base = first(instance.getValue(), "baseconfig");
      if (base != null && !configs.containsKey(base)) {
        return "the base configuration " + base + " is not in this file";
      }
      for (String setting : merged(instance.getValue()).keySet()) {
        if (!READ.contains(setting) && !DROPPED.contains(setting)) {
          return written.get(setting)
              + " of "
              + instance.getKey()
              + " has no counterpart in properties";
        }
      }
    }
    return null;
  }

  /** The settings of the policies of ours, by name: in kebab case, lists with commas. */
  Map<String, Map<String, String>> policies() {
    Map<String, Map<String, String>> policies = new LinkedHashMap<>();
    if (configs.containsKey("default")) {
      policies.put("default", policy(configs.get("default")));
    }
    instances.forEach((name, settings) -> policies.put(name, policy(merged(settings))));
    return policies;
  }

  private Map<String, List<String>> merged(Map<String, List<String>> settings) {
    Map<String, List<String>> merged = new LinkedHashMap<>();
    String base = first(settings, "baseconfig");
    String from = base == null ? "default" : base;
    merged.putAll(configs.getOrDefault(from, Map.of()));
    merged.putAll(settings);
    return merged;
  }

  private static Map<String, String> policy(Map<String, List<String>> settings) {
    Map<String, String> policy = new LinkedHashMap<>();
    String attempts = first(settings, "maxattempts");
    if (attempts != null) {
      policy.put("max-attempts", attempts);
    }
    policy.put("within", "unlimited");
    policy.put("backoff", backoff(settings));
    put(policy, "retry-on", settings.get("retryexceptions"));
    put(policy, "abort-on", settings.get("ignoreexceptions"));
    return policy;
  }

  private static void put(
      Map<String, String> policy, String setting, @Nullable List<String> classes) {
    if (classes != null) {
      policy.put(setting, String.join(", ", classes));
    }
  }

  private static String backoff(Map<String, List<String>> settings) {
    String wait = duration(first(settings, "waitduration"), "500ms");
    boolean exponential = "true".equals(first(settings, "enableexponentialbackoff"));
    boolean random = "true".equals(first(settings, "enablerandomizedwait"));
    StringBuilder text = new StringBuilder(exponential ? "exponential(" : "fixed(").append(wait);
    if (exponential) {
      String factor = first(settings, "exponentialbackoffmultiplier");
      text.append(", x").append(factor == null ? "1.5" : factor);
      String cap = first(settings, "exponentialmaxwaitduration");
      // Resilience4j reads the longest wait only together with a multiplier.
      if (cap != null && factor != null) {
        text.append(", cap=").append(duration(cap, cap));
      }
    }
    if (random) {
      String share = first(settings, "randomizedwaitfactor");
      text.append(", jitter=proportional(").append(share == null ? "0.5" : share).append(')');
    }
    return text.append(')').toString();
  }

  private static String duration(@Nullable String text, String other) {
    if (text == null) {
      return other;
    }
    String stripped = text.strip();
    if (NUMBER.matcher(stripped).matches()) {
      return stripped + "ms";
    }
    Matcher iso = ISO.matcher(stripped);
    return iso.matches() ? iso.group(1) + iso.group(2).toLowerCase(Locale.ROOT) : stripped;
  }

  private static @Nullable String first(Map<String, List<String>> settings, String name) {
    List<String> values = settings.get(name);
    return values == null || values.isEmpty() ? null : values.get(0);
  }
}
