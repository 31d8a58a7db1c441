package dev.reprise;

import dev.reprise.backoff.Backoff;
import dev.reprise.hedge.Hedge;
import dev.reprise.internal.text.DurationText;
import dev.reprise.internal.text.TextReader;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The text form of a policy: {@code name=value} pairs between blanks. */
final class RetryPolicyText {

  private static final String CUSTOM = "custom(";

  private static final Set<String> CODE =
      Set.of("retryIf", "abortIf", "retryOnResult", "classifyWith", "hintFrom", "hintFromResult");

  private static final Map<String, Setting> SETTINGS = new TreeMap<>();

  static {
    SETTINGS.put("maxAttempts", RetryPolicyText::maxAttempts);
    SETTINGS.put("within", RetryPolicyText::within);
    SETTINGS.put(
        "attemptTimeout", (text, policy) -> policy.attemptTimeout(text.duration("attemptTimeout")));
    SETTINGS.put(
        "backoff", (text, policy) -> policy.backoff(text.nested("a backoff", Backoff::parse)));
    SETTINGS.put("retryOn", (text, policy) -> classes(text, policy::retryOn));
    SETTINGS.put("retryOnCause", (text, policy) -> classes(text, policy::retryOnCause));
    SETTINGS.put("abortOn", (text, policy) -> classes(text, policy::abortOn));
    SETTINGS.put("retryOnNull", (text, policy) -> ifTrue(text, policy::retryOnNull));
    SETTINGS.put(
        "idempotency",
        (text, policy) -> policy.idempotency(word(text, List.of(Idempotency.values()))));
    SETTINGS.put(
        "nesting", (text, policy) -> policy.nesting(word(text, List.of(Nesting.values()))));
    SETTINGS.put("maxHint", (text, policy) -> policy.maxHint(text.duration("maxHint")));
    SETTINGS.put("hintJitter", (text, policy) -> policy.hintJitter(text.decimal("hintJitter")));
    SETTINGS.put("hintsOnSuccess", (text, policy) -> ifTrue(text, policy::hintsOnSuccess));
    SETTINGS.put(
        "startOverAfter", (text, policy) -> policy.startOverAfter(text.duration("startOverAfter")));
    SETTINGS.put("hedge", (text, policy) -> policy.hedge(text.nested("a hedge", Hedge::parse)));
    SETTINGS.put("returningRejected", (text, policy) -> ifTrue(text, policy::returningRejected));
    SETTINGS.put("closingRejected", (text, policy) -> ifTrue(text, policy::closingRejected));
  }

  /** Reads the value of one setting into a builder. */
  private interface Setting {
    void read(Source text, RetryPolicyBuilder policy);
  }

  /** The text, and where its classes come from. */
  private record Source(TextReader reader, @Nullable ClassLoader loader) {

    Duration duration(String meaning) {
      return reader.duration(meaning);
    }

    double decimal(String meaning) {
      return reader.decimal(meaning);
    }

    <T> T nested(String meaning, java.util.function.Function<String, T> parser) {
      return reader.nested(meaning, parser);
    }
  }

  private RetryPolicyText() {}

  static Set<String> names() {
    return Set.copyOf(SETTINGS.keySet());
  }

  static RetryPolicy parse(String text, @Nullable ClassLoader loader) {
    return TextReader.readAll(text, reader -> read(new Source(reader, loader)));
  }

  private static RetryPolicy read(Source source) {
    TextReader reader = source.reader();
    RetryPolicyBuilder policy = RetryPolicy.builder();
    Set<String> seen = new HashSet<>();
    while (!reader.atEnd()) {
      int start = reader.position();
      String name = reader.identifier("the name of a setting");
      Setting setting = setting(reader, name, start);
      if (!seen.add(name)) {
        throw reader.failAt(start, name + " is set twice");
      }
      reader.expect('=');
      int value = reader.position();
      reader.at(value, () -> apply(setting, source, policy));
      if (!reader.atEnd() && !Character.isWhitespace(reader.peek())) {
        throw reader.expected("a blank after the value of " + name);
      }
      reader.skipBlank();
    }
    return reader.at(0, policy::build);
  }

  /** Reads one setting on its own into a builder. */
  static void set(
      String name, String value, RetryPolicyBuilder policy, @Nullable ClassLoader loader) {
    Setting setting = setting(new TextReader(name), name, 0);
    TextReader.readAll(
        value,
        reader ->
            reader.at(reader.position(), () -> apply(setting, new Source(reader, loader), policy)));
  }

  private static RetryPolicyBuilder apply(
      Setting setting, Source source, RetryPolicyBuilder policy) {
    setting.read(source, policy);
    return policy;
  }

  private static Setting setting(TextReader reader, String name, int start) {
    Setting setting = SETTINGS.get(name);
    if (setting != null) {
      return setting;
    }
    throw reader.failAt(
        start,
        CODE.contains(name)
            ? name + " is code and has no text form"
            : "unknown setting "
                + name
                + ", expected one of "
                + String.join(", ", SETTINGS.keySet()));
  }

  private static void maxAttempts(Source text, RetryPolicyBuilder policy) {
    if (isWord(text, "unlimited")) {
      policy.unlimitedAttempts();
    } else {
      policy.maxAttempts(text.reader().integer("maxAttempts"));
    }
  }

  private static void within(Source text, RetryPolicyBuilder policy) {
    if (isWord(text, "forever")) {
      policy.forever();
    } else {
      policy.within(text.duration("within"));
    }
  }

  private static boolean isWord(Source text, String word) {
    if (text.reader().peek() != word.charAt(0)) {
      return false;
    }
    int start = text.reader().position();
    String found = text.reader().identifier(word);
    if (!found.equals(word)) {
      throw text.reader().failAt(start, "expected " + word + " or a value, but found " + found);
    }
    return true;
  }

  private static void ifTrue(Source text, Runnable set) {
    int start = text.reader().position();
    String word = text.reader().identifier("true or false");
    if (word.equals("true")) {
      set.run();
    } else if (!word.equals("false")) {
      throw text.reader().failAt(start, "expected true or false, but found " + word);
    }
  }

  private static <E> E word(Source text, List<E> words) {
    int start = text.reader().position();
    String found = text.reader().identifier("one of " + words);
    for (E word : words) {
      if (word.toString().equals(found)) {
        return word;
      }
    }
    throw text.reader().failAt(start, "expected one of " + words + ", but found " + found);
  }

  private static void classes(Source text, Consumer<Class<? extends Throwable>> add) {
    do {
      add.accept(text.nested("the name of an exception class", name -> load(name, text.loader())));
    } while (text.reader().tryConsume(','));
  }

  private static Class<? extends Throwable> load(String name, @Nullable ClassLoader loader) {
    if (name.startsWith(CUSTOM)) {
      throw new IllegalArgumentException(name + " is code and has no text form");
    }
    ClassLoader from = loader != null ? loader : RetryPolicyText.class.getClassLoader();
    Class<?> type;
    try {
      type = Class.forName(name, false, from);
    } catch (ClassNotFoundException | LinkageError notFound) {
      throw new IllegalArgumentException("there is no class " + name, notFound);
    }
    if (!Throwable.class.isAssignableFrom(type)) {
      throw new IllegalArgumentException(name + " is not a Throwable");
    }
    return type.asSubclass(Throwable.class);
  }

  static String format(RetryPolicy policy) {
    Limits limits = policy.limits();
    StringJoiner text = new StringJoiner(" ");
    text.add("maxAttempts=" + attempts(limits.maxAttempts()));
    text.add("within=" + (policy.hasTimeLimit() ? time(limits.withinNanos()) : "forever"));
    if (policy.hasAttemptTimeout()) {
      text.add("attemptTimeout=" + time(limits.attemptTimeoutNanos()));
    }
    text.add("backoff=" + policy.backoff());
    policy
        .startOverAfter()
        .ifPresent(d -> text.add("startOverAfter=" + time(limits.startOverNanos())));
    policy.hedge().ifPresent(hedge -> text.add("hedge=" + hedge));
    policy.conditions().settings().forEach(text::add);
    if (policy.idempotency() != Idempotency.UNSPECIFIED) {
      text.add("idempotency=" + policy.idempotency());
    }
    if (policy.nesting() != Nesting.COLLAPSE) {
      text.add("nesting=" + policy.nesting());
    }
    formatHints(policy, text);
    if (policy.rejectedResults().returned()) {
      text.add("returningRejected=true");
    }
    if (policy.rejectedResults().closed()) {
      text.add("closingRejected=true");
    }
    return text.toString();
  }

  private static void formatHints(RetryPolicy policy, StringJoiner text) {
    Limits limits = policy.limits();
    if (limits.maxHintNanos() != RetryPolicyBuilder.defaultMaxHint(policy.backoff())) {
      text.add("maxHint=" + time(limits.maxHintNanos()));
    }
    if (limits.hintJitter() != RetryPolicyBuilder.HINT_JITTER) {
      text.add("hintJitter=" + limits.hintJitter());
    }
    if (policy.followsHintsOnSuccess()) {
      text.add("hintsOnSuccess=true");
    }
  }

  private static String attempts(int maxAttempts) {
    return maxAttempts == Integer.MAX_VALUE ? "unlimited" : Integer.toString(maxAttempts);
  }

  private static String time(long nanos) {
    return DurationText.format(nanos);
  }
}
