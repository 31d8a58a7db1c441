package dev.reprise.rewrite.internal;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.Space;
import org.openrewrite.java.tree.TypeUtils;

/** The settings of a policy while a chain of calls is translated, and the code that sets them. */
public final class PolicyCode {

  private static final List<String> CLASSES = List.of("retryOn", "retryOnCause");

  private record Setting(String method, List<Expression> arguments) {}

  private final List<Setting> conditions = new ArrayList<>();
  private @Nullable Setting attempts;
  private @Nullable Setting timeLimit;
  private @Nullable Expression backoff;

  /** Sets the number of attempts. */
  public void attempts(Expression number) {
    attempts = new Setting("maxAttempts", List.of(number));
  }

  /** Removes the limit of attempts. */
  public void unlimitedAttempts() {
    attempts = new Setting("unlimitedAttempts", List.of());
  }

  /** Sets the time limit of a call. */
  public void within(Expression duration) {
    timeLimit = new Setting("within", List.of(duration));
  }

  /** Sets the delays. */
  public void backoff(Expression backoff) {
    this.backoff = backoff;
  }

  /** Adds a further setting, with the name of the method of the builder. */
  public void add(String method, Expression... arguments) {
    conditions.add(new Setting(method, List.of(arguments)));
  }

  /** Removes settings that were added. */
  public void remove(String... methods) {
    conditions.removeIf(setting -> List.of(methods).contains(setting.method()));
  }

  /** Returns true if a setting of this name was added. */
  public boolean has(String method) {
    return conditions.stream().anyMatch(setting -> setting.method().equals(method));
  }

  /**
   * Returns true if the library retries bugs by these conditions: without any on failures, or with
   * a class that has the classes of bugs as subclasses. Reprise does not.
   */
  public boolean includesBugs() {
    List<Setting> named =
        conditions.stream().filter(setting -> CLASSES.contains(setting.method())).toList();
    boolean broad =
        named.stream()
            .flatMap(setting -> setting.arguments().stream())
            .anyMatch(PolicyCode::isBroad);
    return broad || (named.isEmpty() && !has("retryIf"));
  }

  /** Returns true for the literal of a class of which bugs are subclasses, also in an array. */
  public static boolean isBroad(Expression classes) {
    if (classes instanceof J.NewArray array && array.getInitializer() != null) {
      return array.getInitializer().stream().anyMatch(PolicyCode::isBroad);
    }
    return classes instanceof J.FieldAccess literal
        && literal.getSimpleName().equals("class")
        && Stream.of(Throwable.class, Exception.class, RuntimeException.class)
            .anyMatch(it -> TypeUtils.isOfClassType(literal.getTarget().getType(), it.getName()));
  }

  /**
   * Returns the last result after the last attempt, as the library does, if there are conditions on
   * results.
   */
  public void returnRejected() {
    if (has("retryOnResult") || has("retryOnNull")) {
      add("returningRejected");
    }
  }

  /** Returns true if there is a time limit. */
  public boolean hasTimeLimit() {
    return timeLimit != null;
  }

  /**
   * The code of the policy. Without a limit of time it names that there is none, and without a
   * backoff that there are no delays, since the defaults of Reprise differ.
   *
   * @param beforeDot the space before the dots of the chain
   */
  public J.MethodInvocation build(Space beforeDot) {
    List<Setting> settings = new ArrayList<>();
    if (attempts != null) {
      settings.add(attempts);
    }
    settings.add(timeLimit == null ? new Setting("withoutTimeLimit", List.of()) : timeLimit);
    Expression delays = backoff == null ? Code.callStatic(Backoff.class, "none") : backoff;
    settings.add(new Setting("backoff", List.of(delays)));
    settings.addAll(conditions);
    settings.add(new Setting("build", List.of()));
    J.MethodInvocation chain = Code.callStatic(RetryPolicy.class, "builder");
    for (Setting setting : settings) {
      chain =
          Code.call(
              chain,
              beforeDot,
              RetryPolicyBuilder.class,
              setting.method(),
              setting.arguments().toArray());
    }
    return chain;
  }

  /** The code of a retry with the policy. */
  public J.MethodInvocation buildRetry(Space beforeDot) {
    return Code.callStatic(Retry.class, "of", build(beforeDot));
  }
}
