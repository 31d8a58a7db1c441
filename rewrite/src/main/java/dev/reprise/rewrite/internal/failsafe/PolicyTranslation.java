package dev.reprise.rewrite.internal.failsafe;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
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
import org.openrewrite.java.tree.TypeUtils;

/** Translates one policy: the chain from {@code builder} to {@code build}. */
final class PolicyTranslation {

  private static final String BUGS =
      "bugs such as NullPointerException and IllegalStateException, and errors, are not retried"
          + " unless retryOn names them.";

  private final FailsafeTranslation file;
  private final J.MethodInvocation last;
  private final PolicyCode policy = new PolicyCode();
  private final Cursor surroundings;
  private @Nullable Expression delay;
  private @Nullable Expression jitter;
  private boolean capped;
  private @Nullable String refusal;

  PolicyTranslation(FailsafeTranslation file, J.MethodInvocation last) {
    this.file = file;
    this.last = last;
    surroundings = file.getCursor();
  }

  J translate(ExecutionContext context) {
    List<J.MethodInvocation> chain = FailsafeTranslation.calls(last);
    policy.attempts(Code.number(3));
    for (J.MethodInvocation call : chain) {
      List<Expression> arguments =
          FailsafeTranslation.given(call).stream()
              .map(it -> file.visited(it, surroundings, context))
              .toList();
      translate(call, chain.get(0), arguments);
      if (refusal != null) {
        file.reject(call, refusal);
        return last;
      }
    }
    setBackoff();
    policy.returnRejected();
    comment();
    return policy.buildRetry(file.breakOf(chain)).withPrefix(last.getPrefix()).withId(last.getId());
  }

  private void setBackoff() {
    Expression backoff = delay == null ? Code.callStatic(Backoff.class, "none") : delay;
    if (jitter != null && delay != null) {
      backoff = Code.call(backoff, Backoff.class, "jitter", jitter);
    }
    policy.backoff(backoff);
  }

  private void comment() {
    file.comment(
        "the budget of a Retry also limits retries, so that they do not prolong an outage;"
            + " Failsafe has none. withBudget changes it.");
    if (policy.includesBugs()) {
      file.comment(BUGS);
    }
    if (policy.hasTimeLimit()) {
      file.comment(
          "a call gives up before a wait that would end after its time limit; Failsafe shortens"
              + " that wait and makes one more attempt.");
    }
    if (jitter != null && capped) {
      file.comment("jitter never exceeds the cap of the delays; that of Failsafe may.");
    }
  }

  private void translate(
      J.MethodInvocation call, J.MethodInvocation first, List<Expression> arguments) {
    switch (call.getSimpleName()) {
      case "builder", "build", "ofDefaults" -> {}
      case "withMaxRetries" -> attempts(arguments.get(0), 1);
      case "withMaxAttempts" -> attempts(arguments.get(0), 0);
      case "withMaxDuration" -> policy.within(arguments.get(0));
      case "withDelay" -> delay(arguments);
      case "withBackoff" -> backoff(arguments);
      case "withJitter" -> jitter(arguments.get(0));
      case "handle" -> classes("retryOn", arguments);
      case "abortOn" -> aborted(arguments);
      case "handleIf" -> predicate("retryIf", arguments.get(0));
      case "abortIf", "abortWhen" ->
          refusal = "Reprise does not abort on results, only on failures";
      case "handleResult" ->
          refusal = ResultConditions.equalTo(policy, first, arguments.get(0), file.free("result"));
      case "handleResultIf" -> {
        refusal =
            Exceptions.areKnown(arguments.get(0))
                ? ResultConditions.holding(policy, first, arguments.get(0))
                : FailsafeTranslation.UNKNOWN;
        if (refusal == null && !policy.has("retryOnNull")) {
          file.comment("the predicate of results is not asked about null; retryOnNull is.");
        }
      }
      default ->
          refusal =
              call.getSimpleName()
                  + " has no counterpart; listeners are added to the Retry, with withListener";
    }
  }

  private void attempts(Expression number, int more) {
    if (number instanceof J.Literal literal && literal.getValue() instanceof Integer value) {
      if (value == -1 || (more > 0 && value == Integer.MAX_VALUE)) {
        policy.unlimitedAttempts();
      } else {
        policy.attempts(Code.number(value + more));
      }
      return;
    }
    if (more > 0 && isMaximum(number)) {
      policy.unlimitedAttempts();
    } else {
      policy.attempts(more == 0 ? number : Code.plus(number, more));
    }
  }

  /** Returns true for {@code Integer.MAX_VALUE}, to which nothing can be added. */
  private static boolean isMaximum(Expression number) {
    J.Identifier name =
        number instanceof J.FieldAccess access
            ? access.getName()
            : number instanceof J.Identifier identifier ? identifier : null;
    return name != null
        && name.getSimpleName().equals("MAX_VALUE")
        && name.getFieldType() != null
        && TypeUtils.isOfClassType(name.getFieldType().getOwner(), "java.lang.Integer");
  }

  private void delay(List<Expression> arguments) {
    if (arguments.size() == 1) {
      delay = Code.callStatic(Backoff.class, "fixed", arguments.get(0));
    } else if (arguments.size() == 2) {
      delay = Code.callStatic(Backoff.class, "uniform", arguments.toArray());
    } else {
      Expression min = Durations.of(arguments.get(0), arguments.get(2));
      Expression max = Durations.of(arguments.get(1), arguments.get(2));
      delay = Code.callStatic(Backoff.class, "uniform", min, max);
    }
  }

  private void backoff(List<Expression> arguments) {
    boolean units = arguments.size() > 2 && Durations.isUnit(arguments.get(2));
    Expression first = units ? Durations.of(arguments.get(0), arguments.get(2)) : arguments.get(0);
    Expression cap = units ? Durations.of(arguments.get(1), arguments.get(2)) : arguments.get(1);
    int factor = units ? 3 : 2;
    Expression curve =
        arguments.size() > factor
            ? Code.callStatic(Backoff.class, "exponential", first, arguments.get(factor))
            : Code.callStatic(Backoff.class, "exponential", first);
    delay = Code.call(curve, Backoff.class, "cappedAt", cap);
    capped = true;
  }

  private void jitter(Expression share) {
    if (Durations.isDuration(share)) {
      refusal = "a jitter that is a duration has no counterpart; give the share of the delay";
      return;
    }
    jitter = Code.callStatic(Jitter.class, "proportional", share);
  }

  private void classes(String setting, List<Expression> classes) {
    if (!classes.stream().allMatch(ResultConditions::isClassLiteral)) {
      refusal = "the classes of exceptions are not written here; name them with " + setting;
      return;
    }
    policy.add(setting, classes.toArray(Expression[]::new));
  }

  private void aborted(List<Expression> arguments) {
    if (arguments.get(0) instanceof J.Lambda || arguments.get(0) instanceof J.MemberReference) {
      predicate("abortIf", arguments.get(0));
    } else {
      classes("abortOn", arguments);
    }
  }

  private void predicate(String setting, Expression function) {
    if (!Exceptions.areKnown(function)) {
      refusal = FailsafeTranslation.UNKNOWN;
      return;
    }
    Expression predicate = Lambdas.as(Predicate.class, function);
    boolean two =
        function instanceof J.Lambda lambda && lambda.getParameters().getParameters().size() == 2;
    if (predicate == null || two || !Exceptions.thrownBy(function).isEmpty()) {
      refusal = "only a lambda of the failure that throws no checked exception has a counterpart";
      return;
    }
    if (setting.equals("retryIf")) {
      file.comment("the predicate is not asked about bugs and errors; name them with retryOn.");
    }
    policy.add(setting, predicate);
  }
}
