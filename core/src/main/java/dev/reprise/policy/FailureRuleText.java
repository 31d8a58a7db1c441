package dev.reprise.policy;

import dev.reprise.backoff.Backoff;
import dev.reprise.classify.FailureKind;
import dev.reprise.internal.text.CallReader;
import dev.reprise.internal.text.CallText;
import dev.reprise.internal.text.Parameter;
import dev.reprise.internal.text.TextForm;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The text form of a rule for some failures. */
final class FailureRuleText extends TextForm<FailureRule> {

  private static final Parameter<String> BACKOFF = Parameter.other("backoff");
  private static final Parameter<Integer> MAX_FAILURES =
      Parameter.integer("maxFailures").byDefault(Integer.MAX_VALUE);
  private static final Parameter<Integer> PRICE = Parameter.integer("price");

  private final @Nullable ClassLoader loader;

  FailureRuleText(@Nullable ClassLoader loader) {
    super("a failure rule", "a kind of failure, such as throttled, or an exception class");
    this.loader = loader;
  }

  @Override
  protected FailureRule read(CallReader call) {
    FailureRule rule = named(call.name());
    while (call.nextKey(BACKOFF, MAX_FAILURES, PRICE)) {
      if (call.at(BACKOFF)) {
        rule = rule.backoff(call.text().nested("a backoff", Backoff::parse));
      } else if (call.at(MAX_FAILURES)) {
        rule = rule.maxFailures(call.value(MAX_FAILURES));
      } else {
        rule = rule.price(call.value(PRICE));
      }
    }
    if (rule.changesNothing()) {
      throw call.fail("a rule must set backoff, maxFailures or price");
    }
    return rule;
  }

  private FailureRule named(String name) {
    for (FailureKind kind : FailureKind.values()) {
      if (FailureRule.nameOf(kind).equals(name)) {
        return FailureRule.of(kind);
      }
    }
    return FailureRule.of(ExceptionClasses.load(name, loader));
  }

  static String format(FailureRule rule) {
    CallText text = new CallText(rule.name(), List.of());
    if (rule.backoff().isPresent()) {
      text.key(BACKOFF, rule.backoff().get().toString());
    }
    text.key(MAX_FAILURES, rule.maxFailures());
    if (rule.price().isPresent()) {
      text.key(PRICE, rule.price().getAsInt());
    }
    return text.toString();
  }
}
