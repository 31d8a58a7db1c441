package dev.reprise.rewrite.internal.springretry;

import dev.reprise.backoff.Backoff;
import dev.reprise.rewrite.internal.Code;
import dev.reprise.rewrite.internal.Durations;
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

/** Translates one template: the chain from {@code builder} to {@code build}. */
final class TemplateTranslation {

  private final SpringRetryTranslation file;
  private final J.MethodInvocation last;
  private final PolicyCode policy = new PolicyCode();
  private final Cursor surroundings;
  private @Nullable String refusal;

  TemplateTranslation(SpringRetryTranslation file, J.MethodInvocation last) {
    this.file = file;
    this.last = last;
    surroundings = file.getCursor();
  }

  J translate(ExecutionContext context) {
    List<J.MethodInvocation> chain = SpringRetryTranslation.calls(last);
    boolean traverses =
        chain.stream().anyMatch(call -> call.getSimpleName().equals("traversingCauses"));
    policy.attempts(Code.number(3));
    for (J.MethodInvocation call : chain) {
      List<Expression> arguments =
          SpringRetryTranslation.given(call).stream()
              .map(it -> file.visited(it, surroundings, context))
              .toList();
      translate(call, arguments, traverses);
      if (refusal != null) {
        file.reject(call, refusal);
        return last;
      }
    }
    comment();
    return policy.buildRetry(file.breakOf(chain)).withPrefix(last.getPrefix()).withId(last.getId());
  }

  private void comment() {
    file.comment(
        "the budget of a Retry also limits retries, so that they do not prolong an outage;"
            + " spring-retry has none. withBudget changes it.");
    if (policy.includesBugs()) {
      file.comment(
          "bugs such as NullPointerException and IllegalStateException are not retried unless"
              + " retryOn names them.");
    }
    if (policy.hasTimeLimit()) {
      file.comment(
          "a call gives up before a wait that would end after its time limit; spring-retry waits"
              + " first.");
    }
  }

  private void translate(J.MethodInvocation call, List<Expression> arguments, boolean traverses) {
    switch (call.getSimpleName()) {
      case "builder", "build", "defaultInstance", "traversingCauses", "withLogger" -> {}
      case "maxAttempts" -> policy.attempts(arguments.get(0));
      case "infiniteRetry" -> policy.unlimitedAttempts();
      case "withTimeout", "withinMillis" -> {
        policy.unlimitedAttempts();
        policy.within(Durations.ofMillis(arguments.get(0)));
      }
      case "fixedBackoff" ->
          policy.backoff(
              Code.callStatic(Backoff.class, "fixed", Durations.ofMillis(arguments.get(0))));
      case "noBackoff" -> policy.backoff(Code.callStatic(Backoff.class, "none"));
      case "uniformRandomBackoff" ->
          policy.backoff(
              Code.callStatic(
                  Backoff.class,
                  "uniform",
                  Durations.ofMillis(arguments.get(0)),
                  Durations.ofMillis(arguments.get(1))));
      case "exponentialBackoff" -> exponential(arguments);
      case "retryOn" -> retryOn(arguments.get(0), traverses);
      case "notRetryOn" -> abortOn(arguments.get(0), traverses);
      default -> refusal = call.getSimpleName() + " has no counterpart";
    }
  }

  private void exponential(List<Expression> arguments) {
    Expression first = Durations.ofMillis(arguments.get(0));
    Expression factor = arguments.get(1);
    boolean random = arguments.size() == 4 && !RandomBackoff.isFalse(arguments.get(3));
    Expression cap = Durations.ofMillis(arguments.get(2));
    if (!random) {
      Expression curve = Code.callStatic(Backoff.class, "exponential", first, factor);
      policy.backoff(Code.call(curve, Backoff.class, "cappedAt", cap));
      return;
    }
    RandomBackoff range = RandomBackoff.of(arguments.get(0), factor);
    if (range == null || !RandomBackoff.isTrue(arguments.get(3))) {
      refusal = "a random backoff whose delay and multiplier are not numbers has no counterpart";
      return;
    }
    file.comment(RandomBackoff.DIFFERENCE);
    policy.backoff(range.code(factor, cap));
  }

  private void retryOn(Expression what, boolean traverses) {
    if (ResultConditions.isClassLiteral(what)) {
      policy.add(traverses ? "retryOnCause" : "retryOn", what);
      return;
    }
    Expression predicate = Lambdas.as(Predicate.class, what);
    if (predicate == null || !Exceptions.thrownBy(what).isEmpty()) {
      refusal = "the classes of exceptions are not written here; name each of them with retryOn";
      return;
    }
    file.comment("the predicate is not asked about bugs and errors; name them with retryOn.");
    policy.add("retryIf", predicate);
  }

  private void abortOn(Expression what, boolean traverses) {
    if (!ResultConditions.isClassLiteral(what)) {
      refusal = "the classes of exceptions are not written here; name each of them with abortOn";
      return;
    }
    if (traverses) {
      file.comment("abortOn looks at the failure, and into wrappers, but not at other causes.");
    }
    policy.add("abortOn", what);
  }
}
