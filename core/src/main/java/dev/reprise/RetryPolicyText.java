package dev.reprise;

import dev.reprise.backoff.Backoff;
import dev.reprise.hedge.Hedge;
import dev.reprise.internal.text.DurationText;
import dev.reprise.internal.text.TextReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The text form of a policy: {@code name=value} pairs between blanks. */
final class RetryPolicyText {

  private static final String CUSTOM = "custom(";

  private static final Set<String> CODE =
      Set.of("retryIf", "abortIf", "retryOnResult", "classifyWith", "hintFrom", "hintFromResult");

  private static final List<String> NAMES =
      List.of(
          "abortOn",
          "attemptTimeout",
          "backoff",
          "closingRejected",
          "hedge",
          "hintJitter",
          "hintsOnSuccess",
          "idempotency",
          "maxAttempts",
          "maxHint",
          "nesting",
          "retryOn",
          "retryOnCause",
          "retryOnNull",
          "returningRejected",
          "startOverAfter",
          "within");

  private final TextReader text;
  private final @Nullable ClassLoader loader;
  private final RetryPolicyBuilder policy;

  private RetryPolicyText(TextReader text, @Nullable ClassLoader loader) {
    this(text, loader, RetryPolicy.builder());
  }

  private RetryPolicyText(
      TextReader text, @Nullable ClassLoader loader, RetryPolicyBuilder policy) {
    this.text = text;
    this.loader = loader;
    this.policy = policy;
  }

  static Set<String> names() {
    return Set.copyOf(NAMES);
  }

  static RetryPolicy parse(String text, @Nullable ClassLoader loader) {
    TextReader reader = TextReader.atContent(text);
    return reader.whole(new RetryPolicyText(reader, loader).read());
  }

  private RetryPolicy read() {
    Set<String> seen = new HashSet<>();
    while (!text.atEnd()) {
      int start = text.position();
      String name = text.identifier("the name of a setting");
      checkName(text, name, start);
      if (!seen.add(name)) {
        throw text.failAt(start, name + " is set twice");
      }
      text.expect('=');
      readValue(name);
      if (!text.atEnd() && !Character.isWhitespace(text.peek())) {
        throw text.expected("a blank after the value of " + name);
      }
      text.skipBlank();
    }
    try {
      return policy.build();
    } catch (IllegalArgumentException refused) {
      throw text.refusedAt(0, refused);
    }
  }

  /** Reads one setting on its own into a builder. */
  static void set(
      String name, String value, RetryPolicyBuilder policy, @Nullable ClassLoader loader) {
    checkName(new TextReader(name), name, 0);
    TextReader reader = TextReader.atContent(value);
    new RetryPolicyText(reader, loader, policy).readValue(name);
    reader.whole(name);
  }

  private static void checkName(TextReader reader, String name, int start) {
    if (!NAMES.contains(name)) {
      throw reader.failAt(
          start,
          CODE.contains(name)
              ? name + " is code and has no text form"
              : "unknown setting " + name + ", expected one of " + String.join(", ", NAMES));
    }
  }

  private void readValue(String name) {
    int start = text.position();
    try {
      set(name);
    } catch (IllegalArgumentException refused) {
      throw text.refusedAt(start, refused);
    }
  }

  private void set(String name) {
    switch (name) {
      case "maxAttempts" -> maxAttempts();
      case "within" -> within();
      case "attemptTimeout" -> policy.attemptTimeout(text.duration(name));
      case "backoff" -> policy.backoff(backoff());
      case "retryOn" -> policy.retryOn(classes());
      case "retryOnCause" -> policy.retryOnCause(classes());
      case "abortOn" -> policy.abortOn(classes());
      case "retryOnNull" -> ifTrue(policy::retryOnNull);
      case "idempotency" -> policy.idempotency(word(List.of(Idempotency.values())));
      case "nesting" -> policy.nesting(word(List.of(Nesting.values())));
      case "maxHint" -> policy.maxHint(text.duration(name));
      case "hintJitter" -> policy.hintJitter(text.decimal(name));
      case "hintsOnSuccess" -> ifTrue(policy::hintsOnSuccess);
      case "startOverAfter" -> policy.startOverAfter(text.duration(name));
      case "hedge" -> policy.hedge(text.nested("a hedge", Hedge::parse));
      case "returningRejected" -> ifTrue(policy::returningRejected);
      case "closingRejected" -> ifTrue(policy::closingRejected);
      default -> throw new AssertionError("no setting: " + name);
    }
  }

  private Backoff backoff() {
    int start = text.position();
    String value = text.balancedValue("a backoff");
    try {
      return Backoff.parse(value);
    } catch (IllegalArgumentException refused) {
      throw text.refusedWithin(start, refused);
    }
  }

  private void maxAttempts() {
    if (isWord("unlimited")) {
      policy.unlimitedAttempts();
    } else {
      policy.maxAttempts(text.integer("maxAttempts"));
    }
  }

  private void within() {
    if (isWord("forever")) {
      policy.forever();
    } else {
      policy.within(text.duration("within"));
    }
  }

  private boolean isWord(String word) {
    if (text.peek() != word.charAt(0)) {
      return false;
    }
    int start = text.position();
    String found = text.identifier(word);
    if (!found.equals(word)) {
      throw text.failAt(start, "expected " + word + " or a value, but found " + found);
    }
    return true;
  }

  private void ifTrue(Runnable set) {
    int start = text.position();
    String word = text.identifier("true or false");
    if (word.equals("true")) {
      set.run();
    } else if (!word.equals("false")) {
      throw text.failAt(start, "expected true or false, but found " + word);
    }
  }

  private <E> E word(List<E> words) {
    int start = text.position();
    String found = text.identifier("one of " + words);
    for (E word : words) {
      if (word.toString().equals(found)) {
        return word;
      }
    }
    throw text.failAt(start, "expected one of " + words + ", but found " + found);
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // there are no arrays of Class<...>
  private Class<? extends Throwable>[] classes() {
    List<Class<? extends Throwable>> classes = new ArrayList<>();
    do {
      int start = text.position();
      String name = text.balancedValue("the name of an exception class");
      try {
        classes.add(load(name, loader));
      } catch (IllegalArgumentException refused) {
        throw text.refusedWithin(start, refused);
      }
    } while (text.tryConsume(','));
    return classes.toArray(new Class[0]);
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
    if (policy.startOverAfter().isPresent()) {
      text.add("startOverAfter=" + time(limits.startOverNanos()));
    }
    if (policy.hedge().isPresent()) {
      text.add("hedge=" + policy.hedge().get());
    }
    for (String condition : policy.conditions().settings()) {
      text.add(condition);
    }
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
