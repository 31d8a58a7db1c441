package dev.reprise.rewrite.internal.resilience4j;

import dev.reprise.backoff.Backoff;
import dev.reprise.rewrite.internal.Code;
import dev.reprise.rewrite.internal.Exceptions;
import dev.reprise.rewrite.internal.Lambdas;
import dev.reprise.rewrite.internal.PolicyCode;
import dev.reprise.rewrite.internal.ResultConditions;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.openrewrite.Cursor;
import org.openrewrite.ExecutionContext;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;

/**
 * Translates one configuration: the chain from {@code custom} to {@code build}. A setting that is
 * made twice counts once, with its last value.
 */
final class ConfigTranslation {

  private final Resilience4jTranslation file;
  private final J.MethodInvocation last;
  private final PolicyCode policy = new PolicyCode();
  private final Cursor surroundings;
  private @Nullable Expression backoff;
  private boolean returnsRejected = true;
  private @Nullable String refusal;

  ConfigTranslation(Resilience4jTranslation file, J.MethodInvocation last) {
    this.file = file;
    this.last = last;
    surroundings = file.getCursor();
  }

  J translate(ExecutionContext context) {
    List<J.MethodInvocation> chain = Resilience4jTranslation.calls(last);
    if (!Resilience4jTranslation.given(chain.get(0)).isEmpty()) {
      file.reject(chain.get(0), "a configuration that starts from another has no counterpart");
      return last;
    }
    policy.attempts(Code.number(3));
    for (J.MethodInvocation call : chain) {
      List<Expression> arguments =
          Resilience4jTranslation.given(call).stream()
              .map(it -> file.visited(it, surroundings, context))
              .toList();
      translate(call, chain.get(0), arguments);
      if (refusal != null) {
        file.reject(call, refusal);
        return last;
      }
    }
    finish();
    return policy.build(file.breakOf(chain)).withPrefix(last.getPrefix()).withId(last.getId());
  }

  /** The code of the default configuration. */
  J.MethodInvocation defaults() {
    policy.attempts(Code.number(3));
    finish();
    return policy.build(file.breakOf(List.of(last)));
  }

  private void finish() {
    policy.backoff(backoff == null ? Intervals.fixed(Intervals.DEFAULT_MILLIS) : backoff);
    if (returnsRejected) {
      policy.returnRejected();
    }
    file.comment(
        "the budget of a Retry also limits retries, so that they do not prolong an outage;"
            + " Resilience4j has none. withBudget changes it.");
    if (policy.includesBugs()) {
      file.comment(
          "bugs such as NullPointerException and IllegalStateException are not retried unless"
              + " retryOn names them.");
    }
  }

  private void translate(
      J.MethodInvocation call, J.MethodInvocation first, List<Expression> arguments) {
    switch (call.getSimpleName()) {
      case "custom", "build", "ofDefaults", "writableStackTraceEnabled" -> {}
      case "maxAttempts" -> policy.attempts(arguments.get(0));
      case "waitDuration" -> backoff = Code.callStatic(Backoff.class, "fixed", arguments.get(0));
      case "intervalFunction" -> interval(arguments.get(0));
      case "retryExceptions" -> classes("retryOn", arguments);
      case "ignoreExceptions" -> classes("abortOn", arguments);
      case "retryOnException" -> predicate(arguments.get(0));
      case "retryOnResult" -> result(first, arguments.get(0));
      case "failAfterMaxAttempts" -> failing(arguments.get(0));
      default -> refusal = call.getSimpleName() + " has no counterpart";
    }
  }

  private void interval(Expression function) {
    backoff = Intervals.translated(function);
    if (backoff == null) {
      refusal = "only the interval functions of the factory methods have a counterpart";
    } else if (Intervals.isRandomAndCapped(function)) {
      file.comment(
          "a randomized delay is drawn below the cap; Resilience4j shortens longer draws to the"
              + " cap, so that many delays equal it.");
    }
  }

  private void classes(String setting, List<Expression> classes) {
    policy.remove(setting);
    if (!classes.stream().allMatch(ResultConditions::isClassLiteral)) {
      refusal = "the classes of exceptions are not written here; name them with " + setting;
    } else if (!classes.isEmpty()) {
      policy.add(setting, classes.toArray(Expression[]::new));
    }
  }

  private void predicate(Expression function) {
    Expression predicate = Lambdas.as(Predicate.class, function);
    if (predicate == null || !Exceptions.thrownBy(function).isEmpty()) {
      refusal = "only a predicate that is a lambda or a method reference has a counterpart";
      return;
    }
    file.comment("the predicate is not asked about bugs and errors; name them with retryOn.");
    policy.remove("retryIf");
    policy.add("retryIf", predicate);
  }

  private void result(J.MethodInvocation first, Expression function) {
    policy.remove("retryOnResult", "retryOnNull");
    refusal = ResultConditions.holding(policy, first, function);
    if (refusal == null && !policy.has("retryOnNull")) {
      file.comment("the predicate of results is not asked about null; retryOnNull is.");
    }
  }

  private void failing(Expression value) {
    if (!(value instanceof J.Literal literal)) {
      refusal = "the value of failAfterMaxAttempts is computed";
      return;
    }
    returnsRejected = Boolean.FALSE.equals(literal.getValue());
    if (!returnsRejected) {
      file.comment(
          "after the last attempt with a rejected result, ResultRejectedException is thrown"
              + " instead of MaxRetriesExceededException.");
    }
  }
}
