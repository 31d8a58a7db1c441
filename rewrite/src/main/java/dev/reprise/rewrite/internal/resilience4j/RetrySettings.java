package dev.reprise.rewrite.internal.resilience4j;

import dev.reprise.backoff.Backoff;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The settings below {@code resilience4j.retry} of one file or document. */
final class RetrySettings {

  private static final String PREFIX = "resilience4j.retry.";
  private static final Pattern KEY =
      Pattern.compile("(instances|backends|configs)\\.([^.]+)\\.([^.\\[]+)(\\[\\d+])?");
  private static final String DEFAULT = "default";
  private static final String BASE = "baseconfig";
  private static final String EXPONENTIAL = "enableexponentialbackoff";
  private static final String RANDOM = "enablerandomizedwait";
  private static final List<String> FLAGS = List.of(EXPONENTIAL, RANDOM);

  /** As Spring reads durations: without a unit, milliseconds. */
  private static final Pattern SIMPLE = Pattern.compile("(\\d+)([A-Za-z]{0,2})");

  private static final Pattern NAME = Pattern.compile("(?:instances|backends)\\.([^.]+).*");

  private static final Set<String> DROPPED =
      Set.of("eventconsumerbuffersize", "failaftermaxattempts", "registerhealthindicator", BASE);
  private static final Set<String> READ =
      Set.of(
          "maxattempts",
          "waitduration",
          EXPONENTIAL,
          "exponentialbackoffmultiplier",
          "exponentialmaxwaitduration",
          RANDOM,
          "randomizedwaitfactor",
          "retryexceptions",
          "ignoreexceptions");

  /** As Spring reads truth values. */
  private static final Set<String> TRUE = Set.of("true", "on", "yes", "1");

  private static final Set<String> FALSE = Set.of("false", "off", "no", "0");

  /** Units of durations, the smallest first. */
  private static final Map<String, Duration> UNITS = new LinkedHashMap<>();

  static {
    UNITS.put("us", Duration.ofNanos(1_000));
    UNITS.put("ms", Duration.ofMillis(1));
    UNITS.put("s", Duration.ofSeconds(1));
    UNITS.put("m", Duration.ofMinutes(1));
    UNITS.put("h", Duration.ofHours(1));
  }

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

  /** Records that settings are in several documents of a file, so that it stays. */
  void refuseDocuments() {
    unknown = "resilience4j.retry in several documents has no counterpart";
  }

  /** Records that a setting cannot be read, so that its file stays. */
  void refuse(String key, String reason) {
    unknown = reason;
    Matcher policy = NAME.matcher(key.substring(PREFIX.length()));
    if (policy.matches()) {
      instances.computeIfAbsent(policy.group(1), it -> new LinkedHashMap<>());
    }
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
      String obstacle = obstacle(instance.getKey(), instance.getValue());
      if (obstacle != null) {
        return obstacle;
      }
    }
    Map<String, List<String>> defaults = configs.get(DEFAULT);
    return defaults == null ? null : unreadable(DEFAULT, defaults);
  }

  private @Nullable String obstacle(String name, Map<String, List<String>> settings) {
    String base = last(settings, BASE);
    if (base != null && !configs.containsKey(base)) {
      return "the base configuration " + base + " is not in this file";
    }
    Map<String, List<String>> inherited = configs.getOrDefault(baseOf(settings), Map.of());
    if (inherited.containsKey(BASE)) {
      return "the base configuration " + baseOf(settings) + " has a base configuration itself";
    }
    Map<String, List<String>> merged = merged(settings);
    if (base != null
        && !merged.keySet().containsAll(configs.getOrDefault(DEFAULT, Map.of()).keySet())) {
      return name + " inherits settings of both configurations, " + base + " and " + DEFAULT;
    }
    return unreadable(name, merged);
  }

  private @Nullable String unreadable(String name, Map<String, List<String>> settings) {
    for (String setting : settings.keySet()) {
      if (!READ.contains(setting) && !DROPPED.contains(setting)) {
        return written.get(setting) + " of " + name + " has no counterpart in properties";
      }
    }
    for (String flag : FLAGS) {
      String value = last(settings, flag);
      if (value != null
          && !isTrue(value)
          && !FALSE.contains(value.strip().toLowerCase(Locale.ROOT))) {
        return written.get(flag) + " of " + name + " is neither true nor false: " + value;
      }
    }
    String backoff = backoff(settings);
    try {
      Backoff.parse(backoff);
      return null;
    } catch (IllegalArgumentException invalid) {
      return "the delays of " + name + " have no counterpart: " + backoff + " is not valid";
    }
  }

  /**
   * The configurations from which the policies of this file inherit, in whichever file they are.
   */
  Set<String> bases() {
    Set<String> bases = new TreeSet<>();
    for (Map<String, List<String>> settings : instances.values()) {
      bases.add(DEFAULT);
      bases.add(baseOf(settings));
    }
    return bases;
  }

  /** The names of the configurations of this file. */
  Set<String> configurations() {
    return configs.keySet();
  }

  private static String baseOf(Map<String, List<String>> settings) {
    String base = last(settings, BASE);
    return base == null ? DEFAULT : base;
  }

  /** The settings of the policies of ours, by name: in kebab case, lists with commas. */
  Map<String, Map<String, String>> policies() {
    Map<String, Map<String, String>> policies = new LinkedHashMap<>();
    if (configs.containsKey(DEFAULT)) {
      policies.put(DEFAULT, policy(configs.get(DEFAULT)));
    }
    instances.forEach((name, settings) -> policies.put(name, policy(merged(settings))));
    return policies;
  }

  private Map<String, List<String>> merged(Map<String, List<String>> settings) {
    Map<String, List<String>> merged = new LinkedHashMap<>();
    merged.putAll(configs.getOrDefault(baseOf(settings), Map.of()));
    merged.putAll(settings);
    return merged;
  }

  private static Map<String, String> policy(Map<String, List<String>> settings) {
    Map<String, String> policy = new LinkedHashMap<>();
    String attempts = last(settings, "maxattempts");
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
    String wait = duration(last(settings, "waitduration"), "500ms");
    boolean exponential = isTrue(last(settings, EXPONENTIAL));
    boolean random = isTrue(last(settings, RANDOM));
    StringBuilder text = new StringBuilder(exponential ? "exponential(" : "fixed(").append(wait);
    if (exponential) {
      String factor = last(settings, "exponentialbackoffmultiplier");
      text.append(", x").append(factor == null ? "1.5" : factor);
      String cap = last(settings, "exponentialmaxwaitduration");
      // Resilience4j reads the longest wait only together with a multiplier.
      if (cap != null && factor != null) {
        text.append(", cap=").append(duration(cap, cap));
      }
    }
    if (random) {
      String share = last(settings, "randomizedwaitfactor");
      text.append(", jitter=proportional(").append(share == null ? "0.5" : share).append(')');
    }
    return text.append(')').toString();
  }

  private static String duration(@Nullable String text, String other) {
    if (text == null) {
      return other;
    }
    String stripped = text.strip();
    Matcher simple = SIMPLE.matcher(stripped);
    if (simple.matches()) {
      String unit = simple.group(2).toLowerCase(Locale.ROOT);
      return simple.group(1) + (unit.isEmpty() ? "ms" : unit);
    }
    try {
      return text(Duration.parse(stripped));
    } catch (DateTimeParseException | ArithmeticException invalid) {
      return stripped;
    }
  }

  /** A duration with the largest unit that gives a whole number. */
  private static String text(Duration duration) {
    long nanos = duration.toNanos();
    String text = nanos + "ns";
    for (Map.Entry<String, Duration> unit : UNITS.entrySet()) {
      long length = unit.getValue().toNanos();
      text = nanos % length == 0 ? nanos / length + unit.getKey() : text;
    }
    return text;
  }

  /** A setting that a file makes twice has its last value. */
  private static @Nullable String last(Map<String, List<String>> settings, String name) {
    List<String> values = settings.get(name);
    return values == null || values.isEmpty() ? null : values.get(values.size() - 1);
  }

  private static boolean isTrue(@Nullable String value) {
    return value != null && TRUE.contains(value.strip().toLowerCase(Locale.ROOT));
  }
}
