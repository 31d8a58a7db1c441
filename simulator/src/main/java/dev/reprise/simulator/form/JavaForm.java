package dev.reprise.simulator.form;

import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.simulator.model.Contender;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Converts policies and budgets to Java code that builds them. */
public final class JavaForm {

  private static final List<String> IMPORTS =
      List.of(
          "dev.reprise.policy.RetryPolicy",
          "dev.reprise.backoff.Backoff",
          "dev.reprise.backoff.Jitter",
          "dev.reprise.budget.RetryBudget",
          "java.time.Duration");
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1000 * MILLI;

  private JavaForm() {}

  /**
   * Returns the types that the code of {@link #of} names.
   *
   * @return fully qualified names
   */
  public static List<String> imports() {
    return IMPORTS;
  }

  /**
   * Returns two statements that declare {@code policy} and {@code budget}. A part that the builder
   * cannot express is parsed from its text form.
   *
   * @param contender policy and budget
   * @return lines of Java; with a comment where a part is code and has no other form
   */
  public static String of(Contender contender) {
    return "RetryPolicy policy =\n    "
        + policy(contender.policy())
        + ";\nRetryBudget budget = "
        + BudgetJava.of(contender.budget().toString())
        + ";\n";
  }

  private static String policy(RetryPolicy policy) {
    if (policy.backoff().isCustom()) {
      return "null /* its backoff is code: " + policy.backoff() + " */";
    }
    boolean buildable = rebuilt(policy).equals(policy);
    return buildable ? builder(policy) : "RetryPolicy.parse(\"" + policy + "\")";
  }

  /** Returns a policy with only the settings that {@link #builder} writes. */
  private static RetryPolicy rebuilt(RetryPolicy policy) {
    RetryPolicyBuilder builder = RetryPolicy.builder();
    policy.within().ifPresentOrElse(builder::within, builder::withoutTimeLimit);
    policy.attemptTimeout().ifPresent(builder::attemptTimeout);
    if (policy.maxAttempts() == Integer.MAX_VALUE) {
      builder.unlimitedAttempts();
    } else {
      builder.maxAttempts(policy.maxAttempts());
    }
    return builder.backoff(policy.backoff()).build();
  }

  private static String builder(RetryPolicy policy) {
    List<String> calls = new ArrayList<>();
    calls.add("RetryPolicy.builder()");
    calls.add(
        policy.maxAttempts() == Integer.MAX_VALUE
            ? ".unlimitedAttempts()"
            : ".maxAttempts(" + policy.maxAttempts() + ")");
    calls.add(
        policy
            .within()
            .map(limit -> ".within(" + duration(limit) + ")")
            .orElse(".withoutTimeLimit()"));
    policy
        .attemptTimeout()
        .ifPresent(limit -> calls.add(".attemptTimeout(" + duration(limit) + ")"));
    calls.add(".backoff(" + BackoffJava.of(policy.backoff().toString()) + ")");
    calls.add(".build()");
    return String.join("\n        ", calls);
  }

  static String duration(Duration duration) {
    long nanos = duration.toNanos();
    if (nanos % SECOND == 0) {
      return "Duration.ofSeconds(" + nanos / SECOND + ")";
    }
    return nanos % MILLI == 0
        ? "Duration.ofMillis(" + nanos / MILLI + ")"
        : "Duration.ofNanos(" + nanos + "L)";
  }
}
