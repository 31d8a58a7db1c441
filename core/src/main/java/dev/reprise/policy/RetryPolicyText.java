package dev.reprise.policy;

import dev.reprise.backoff.Backoff;
import dev.reprise.hedge.Hedge;
import dev.reprise.internal.text.DurationText;
import dev.reprise.internal.text.Parameter;
import dev.reprise.internal.text.Suggestion;
import dev.reprise.internal.text.TextReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The text form of a policy: {@code name=value} pairs between blanks. */
final class RetryPolicyText {

  /** Switches a setting off. */
  private static final String NONE = "none";

  /** No limit. */
  private static final Duration FOREVER = Duration.ofNanos(Limits.NONE);

  private static final Parameter<Integer> MAX_ATTEMPTS =
      Parameter.integer("maxAttempts").byDefault(Integer.MAX_VALUE).orWord("unlimited", NONE);
  private static final Parameter<Duration> WITHIN =
      Parameter.duration("within").byDefault(FOREVER).orWord("unlimited", NONE, "forever");
  private static final Parameter<Duration> START_OVER_AFTER =
      Parameter.duration("startOverAfter").byDefault(FOREVER).orWord(NONE);
  private static final Parameter<Duration> MAX_HINT =
      Parameter.duration("maxHint").byDefault(FOREVER).orWord(NONE);
  private static final Parameter<Double> HINT_JITTER =
      Parameter.decimal("hintJitter").byDefault(0.0).orWord(NONE);

  private static final String WITHOUT_TIME_LIMIT =
      "maxAttempts=unlimited needs a time limit: set within to a duration, or to unlimited";

  private static final String OUTSIDE_OF_POLICY =
      "budget is not a setting of a policy, since all calls of a Retry share it: set it by"
          + " Retry.withBudget, the property reprise.policies.NAME.budget or the option --budget";

  private static final Set<String> CODE =
      Set.of("retryIf", "abortIf", "retryOnResult", "classifyWith", "hintFrom", "hintFromResult");

  /** In alphabetical order. */
  private static final Set<String> NAMES =
      Collections.unmodifiableSortedSet(
          new TreeSet<>(
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
                  "within")));

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
    return NAMES;
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
    if (policy.lacksTimeLimit()) {
      throw text.failAt(0, WITHOUT_TIME_LIMIT);
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
      throw reader.failAt(start, mistakeIn(name));
    }
  }

  private static String mistakeIn(String name) {
    if (CODE.contains(name)) {
      return name + " is code and has no text form";
    }
    return name.equals("budget")
        ? OUTSIDE_OF_POLICY
        : "unknown setting "
            + Suggestion.shown(name)
            + Suggestion.behind(name, NAMES, "one of " + String.join(", ", NAMES));
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
      case "maxAttempts" -> policy.maxAttempts(MAX_ATTEMPTS.read(text));
      case "within" -> policy.within(WITHIN.read(text));
      case "backoff" -> policy.backoff(backoff());
      case "retryOn" -> policy.retryOn(classes());
      case "retryOnCause" -> policy.retryOnCause(classes());
      case "abortOn" -> policy.abortOn(classes());
      case "retryOnNull" -> ifTrue(policy::retryOnNull);
      case "idempotency" -> policy.idempotency(word(List.of(Idempotency.values())));
      case "nesting" -> policy.nesting(word(List.of(Nesting.values())));
      case "maxHint" -> policy.maxHint(MAX_HINT.read(text));
      case "hintJitter" -> policy.hintJitter(HINT_JITTER.read(text));
      case "hintsOnSuccess" -> ifTrue(policy::hintsOnSuccess);
      case "noWaits" -> ifTrue(policy::noWaits);
      case "startOverAfter" -> policy.startOverAfter(START_OVER_AFTER.read(text));
      case "returningRejected" -> ifTrue(policy::returningRejected);
      case "closingRejected" -> ifTrue(policy::closingRejected);
      default -> {
        if (text.tryWord(NONE)) {
          removePart(name);
        } else {
          readPart(name);
        }
      }
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

  private void removePart(String name) {
    switch (name) {
      case "attemptTimeout" -> policy.withoutAttemptTimeout();
      case "hedge" -> policy.withoutHedge();
      case "giveUpWhen" -> policy.withoutGiveUpWhen();
      case "rules" -> policy.withoutRules();
      default -> throw new AssertionError("no setting: " + name);
    }
  }

  private void readPart(String name) {
    switch (name) {
      case "attemptTimeout" -> policy.attemptTimeout(AttemptTimeoutText.FORM.read(text));
      case "hedge" -> policy.hedge(text.nested("a hedge", Hedge::parse));
      case "giveUpWhen" -> policy.giveUpWhen(StopConditionText.FORM.read(text));
      case "rules" -> rules();
      default -> throw new AssertionError("no setting: " + name);
    }
  }

  private void rules() {
    FailureRuleText form = new FailureRuleText(loader);
    do {
      int start = text.position();
      FailureRule rule = form.read(text);
      try {
        policy.rule(rule);
      } catch (IllegalArgumentException refused) {
        throw text.refusedAt(start, refused);
      }
    } while (text.tryComma());
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
    List<String> mistakes = new ArrayList<>();
    int first = 0;
    do {
      int start = text.position();
      String name = text.balancedValue("the name of an exception class");
      try {
        classes.add(ExceptionClasses.load(name, loader));
      } catch (IllegalArgumentException refused) {
        first = mistakes.isEmpty() ? start : first;
        mistakes.add(String.valueOf(refused.getMessage()));
      }
    } while (text.tryComma());
    if (!mistakes.isEmpty()) {
      throw text.failAt(first, String.join("; ", mistakes));
    }
    return classes.toArray(new Class[0]);
  }

  static String format(RetryPolicy policy) {
    Limits limits = policy.limits();
    StringJoiner text = new StringJoiner(" ");
    text.add("maxAttempts=" + MAX_ATTEMPTS.format(limits.maxAttempts()));
    text.add("within=" + WITHIN.format(Duration.ofNanos(limits.withinNanos())));
    if (policy.hasAttemptTimeout()) {
      text.add("attemptTimeout=" + policy.attemptTimeouts().orElseThrow());
    }
    text.add("backoff=" + policy.backoff());
    if (policy.startOverAfter().isPresent()) {
      text.add("startOverAfter=" + DurationText.format(limits.startOverNanos()));
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
    if (policy.namesMaxHint()) {
      text.add("maxHint=" + MAX_HINT.format(Duration.ofNanos(limits.maxHintNanos())));
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
}
