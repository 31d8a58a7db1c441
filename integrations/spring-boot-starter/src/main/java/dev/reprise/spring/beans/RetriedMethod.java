package dev.reprise.spring.beans;

import dev.reprise.Retry;
import dev.reprise.RetrySource;
import dev.reprise.declared.RetryMethod;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.spring.policies.RetryPolicies;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A retried method of a class of beans. Whether it is retried is known without a registry; its rule
 * is read at the first use, and again after the policy {@code default} has changed.
 */
final class RetriedMethod {

  /** Stands for the retries of the application while only annotations are read. */
  private static final Retry ANY = Retry.of(RetryPolicy.defaults());

  private final RetryMethod declared;
  private final @Nullable String name;
  private final Method method;
  private final Class<?> owner;
  private final BeanRetries retries;
  private final BeanRetries.@Nullable ClassRetry ofClass;
  private final @Nullable RetryPolicy policy;
  private volatile @Nullable Rule current;

  private RetriedMethod(
      RetryMethod declared,
      @Nullable String name,
      Method method,
      Class<?> owner,
      BeanRetries retries,
      BeanRetries.@Nullable ClassRetry ofClass,
      @Nullable RetryPolicy policy) {
    this.declared = declared;
    this.name = name;
    this.method = method;
    this.owner = owner;
    this.retries = retries;
    this.ofClass = ofClass;
    this.policy = policy;
  }

  /**
   * Reads the effective annotation.
   *
   * @param method a method of {@code owner}
   * @param named the class whose retry is used
   * @return empty if the method is not retried
   * @throws IllegalArgumentException if the annotation is invalid
   */
  static Optional<RetriedMethod> find(
      Method method, Class<?> owner, BeanRetries retries, Class<?> named) {
    AtomicReference<@Nullable String> name = new AtomicReference<>();
    return annotated(ANY, used -> any(used, name), method, owner)
        .map(
            found ->
                new RetriedMethod(
                    found,
                    name.get(),
                    method,
                    owner,
                    retries,
                    found.isNamed() ? null : retries.ofClass(named),
                    null));
  }

  private static Optional<RetryMethod> annotated(
      Retry base, RetrySource names, Method method, Class<?> owner) {
    return RetryMethod.find(base, names, method, owner, RetryableReader::on);
  }

  private static Retry any(String used, AtomicReference<@Nullable String> name) {
    name.set(used);
    return ANY;
  }

  /**
   * Looks up the name in the annotation, if it has one.
   *
   * @throws IllegalArgumentException if {@code names} has no such name
   */
  void checkName(RetrySource names) {
    if (declared.isNamed()) {
      annotated(ANY, names, method, owner);
    }
  }

  /**
   * Reads the rule that the method would have with other policies.
   *
   * @throws IllegalArgumentException if there is none
   */
  void check(RetrySource policies) {
    annotated(policies.retry(RetryPolicies.DEFAULT), policies, method, owner);
  }

  /** The retry of the next call. */
  RetriedBeans.MethodRetry describe() {
    String fallback = declared.fallback().orElse(null);
    try {
      Retry retry = rule().retry();
      return new RetriedBeans.MethodRetry(retry.name(), retry.policy().toString(), fallback);
    } catch (IllegalArgumentException removed) {
      String shown = name == null ? declared.method() : name;
      return new RetriedBeans.MethodRetry(shown, null, fallback);
    }
  }

  /** Class and method with their package. */
  String place() {
    return BeanMethods.shown(owner, method);
  }

  RetriedMethod withPolicy(RetryPolicy other) {
    return new RetriedMethod(declared, name, method, owner, retries, ofClass, other);
  }

  /** The rule of the next call. */
  RetryMethod rule() {
    Retry base = ofClass == null ? ANY : ofClass.retry();
    Rule known = current;
    if (known == null || known.base != base) {
      // Threads at the same time each create one. They are equal, and it does not matter which is
      // kept.
      known = new Rule(base, read(base));
      current = known;
    }
    return known.rule;
  }

  private RetryMethod read(Retry base) {
    RetryMethod rule = annotated(base, retries, method, owner).orElseThrow();
    if (policy != null) {
      return rule.withPolicy(policy);
    }
    // A text in the annotation replaces all settings, but a test needs this one for all methods.
    return base.policy().skipsWaits() && !rule.isNamed()
        ? rule.withPolicy(rule.retry().policy().toBuilder().noWaits().build())
        : rule;
  }

  /** Class, method and parameters. */
  @Override
  public String toString() {
    return declared.method();
  }

  private record Rule(Retry base, RetryMethod rule) {}
}
