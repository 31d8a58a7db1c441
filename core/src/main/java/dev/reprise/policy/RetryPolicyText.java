package dev.reprise.policy;

import dev.reprise.backoff.Backoff;
import dev.reprise.hedge.Hedge;
import dev.reprise.internal.text.DurationText;
import dev.reprise.internal.text.Suggestion;
import dev.reprise.internal.text.TextReader;
import dev.reprise.text.PrintableText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The text form of a policy: {@code name=value} pairs between blanks. */
final class RetryPolicyText {

  private static final String CUSTOM = "custom(";

  /** Switches a setting off. */
  private static final String NONE = "none";

  private static final Set<String> CODE =
      Set.of("retryIf", "abortIf", "retryOnResult", "classifyWith", "hintFrom", "hintFromResult");

  private static final List<String> NAMES =
      List.of(
          "abortOn",
          "attemptTimeout",
          "backoff",
          "closingRejected",
          "giveUpWhen",
          "hedge",
          "hintJitter",
          "hintsOnSuccess",
          "idempotency",
          "maxAttempts",
          "maxHint",
          "nesting",
          "noWaits",
          "retryOn",
          "retryOnCause",
          "retryOnNull",
          "returningRejected",
          "rules",
          "startOverAfter",
          "within");

  private static final Set<String> SORTED_NAMES =
      Collections.unmodifiableSortedSet(new TreeSet<>(NAMES));

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

  /** In alphabetical order. */
  static Set<String> names() {
    return SORTED_NAMES;
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
              : "unknown setting "
                  + Suggestion.shown(name)
                  + Suggestion.behind(name, NAMES, "one of " + String.join(", ", NAMES)));
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
      case "attemptTimeout" -> attemptTimeout();
      case "backoff" -> policy.backoff(backoff());
      case "retryOn" -> policy.retryOn(classes());
      case "retryOnCause" -> policy.retryOnCause(classes());
      case "abortOn" -> policy.abortOn(classes());
      case "retryOnNull" -> ifTrue(policy::retryOnNull);
      case "idempotency" -> policy.idempotency(word(List.of(Idempotency.values())));
      case "nesting" -> policy.nesting(word(List.of(Nesting.values())));
      case "maxHint" -> limit(policy::maxHint, policy::withoutMaxHint, name);
      case "hintJitter" -> policy.hintJitter(text.tryWord(NONE) ? 0 : text.decimal(name));
      case "hintsOnSuccess" -> ifTrue(policy::hintsOnSuccess);
      case "noWaits" -> ifTrue(policy::noWaits);
      case "startOverAfter" -> limit(policy::startOverAfter, policy::withoutStartOver, name);
      case "hedge" -> hedge();
      case "giveUpWhen" -> giveUpWhen();
      case "rules" -> rules();
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
    if (text.tryWord(NONE) || isWord("unlimited")) {
      policy.unlimitedAttempts();
    } else {
      policy.maxAttempts(text.integer("maxAttempts"));
    }
  }

  private void within() {
    if (text.tryWord(NONE) || text.tryWord("forever") || isWord("unlimited")) {
      policy.withoutTimeLimit();
    } else {
      policy.within(text.duration("within"));
    }
  }

  /** Without a lambda, which the command line's way around its parser would have to link. */
  private void attemptTimeout() {
    if (text.tryWord(NONE)) {
      policy.withoutAttemptTimeout();
    } else if (Character.isDigit(text.peek())) {
      policy.attemptTimeout(text.duration("attemptTimeout"));
    } else {
      policy.attemptTimeout(text.nested("an attempt timeout", AttemptTimeout::parse));
    }
  }

  private void hedge() {
    if (text.tryWord(NONE)) {
      policy.withoutHedge();
    } else {
      policy.hedge(text.nested("a hedge", Hedge::parse));
    }
  }

  private void rules() {
    if (text.tryWord(NONE)) {
      policy.withoutRules();
      return;
    }
    do {
      int start = text.position();
      FailureRule rule = FailureRule.read(text, name -> load(name, loader));
      try {
        policy.rule(rule);
      } catch (IllegalArgumentException refused) {
        throw text.refusedAt(start, refused);
      }
    } while (text.tryConsume(','));
  }

  private void giveUpWhen() {
    if (text.tryWord(NONE)) {
      policy.withoutGiveUpWhen();
    } else {
      policy.giveUpWhen(text.nested("a condition", StopCondition::parse));
    }
  }

  private void limit(Consumer<Duration> set, Runnable off, String name) {
    if (text.tryWord(NONE)) {
      off.run();
    } else {
      set.accept(text.duration(name));
    }
  }

  private boolean isWord(String word) {
    if (text.peek() != word.charAt(0)) {
      return false;
    }
    int start = text.position();
    String found = text.identifier(word);
    if (!found.equals(word)) {
      throw text.failAt(
          start, "expected " + word + " or a value, but found " + Suggestion.shown(found));
    }
    return true;
  }

  private void ifTrue(Runnable set) {
    int start = text.position();
    String word = text.identifier("true or false");
    if (word.equals("true")) {
      set.run();
    } else if (!word.equals("false")) {
      throw text.failAt(start, "expected true or false, but found " + Suggestion.shown(word));
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
    throw text.failAt(start, "expected one of " + words + ", but found " + Suggestion.shown(found));
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
      throw new IllegalArgumentException(Suggestion.shown(name) + " is code and has no text form");
    }
    ClassLoader from = loader != null ? loader : RetryPolicyText.class.getClassLoader();
    Class<?> type;
    try {
      type = Class.forName(name, false, from);
    } catch (ClassNotFoundException | LinkageError notFound) {
      throw new IllegalArgumentException(
          "there is no class " + PrintableText.oneLine(name), notFound);
    }
    if (!Throwable.class.isAssignableFrom(type)) {
      throw new IllegalArgumentException(PrintableText.oneLine(name) + " is not a Throwable");
    }
    return type.asSubclass(Throwable.class);
  }

  static String format(RetryPolicy policy) {
    Limits limits = policy.limits();
    StringJoiner text = new StringJoiner(" ");
    text.add("maxAttempts=" + attempts(limits.maxAttempts()));
    text.add("within=" + (policy.hasTimeLimit() ? time(limits.withinNanos()) : "unlimited"));
    if (policy.hasAttemptTimeout()) {
      text.add("attemptTimeout=" + policy.attemptTimeouts().orElseThrow());
    }
    text.add("backoff=" + policy.backoff());
    if (policy.startOverAfter().isPresent()) {
      text.add("startOverAfter=" + time(limits.startOverNanos()));
    }
    if (!policy.rules().isEmpty()) {
      StringJoiner rules = new StringJoiner(",");
      for (FailureRule rule : policy.rules()) {
        rules.add(rule.toString());
      }
      text.add("rules=" + rules);
    }
    if (policy.giveUpWhen().isPresent()) {
      text.add("giveUpWhen=" + policy.giveUpWhen().get());
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
      long most = limits.maxHintNanos();
      text.add("maxHint=" + (most == Limits.NONE ? NONE : time(most)));
    }
    if (limits.hintJitter() != RetryPolicyBuilder.HINT_JITTER) {
      text.add("hintJitter=" + limits.hintJitter());
    }
    if (policy.followsHintsOnSuccess()) {
      text.add("hintsOnSuccess=true");
    }
    if (policy.skipsWaits()) {
      text.add("noWaits=true");
    }
  }

  private static String attempts(int maxAttempts) {
    return maxAttempts == Integer.MAX_VALUE ? "unlimited" : Integer.toString(maxAttempts);
  }

  private static String time(long nanos) {
    return DurationText.format(nanos);
  }
}
