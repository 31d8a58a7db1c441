package dev.reprise.declared;

import dev.reprise.Retry;
import dev.reprise.RetrySource;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks methods whose calls are retried, for {@link RetryProxy} and for the annotation processor.
 * On a method it applies to that method; on an interface or a class it applies to all abstract
 * methods of the interface that are not annotated themselves. A default method is retried only if
 * it is annotated itself. A static or private method of the interface cannot be retried: there the
 * annotation is an error.
 *
 * <p>The policy is set in exactly one of three ways:
 *
 * <ul>
 *   <li>by attributes, {@code @Retryable(maxAttempts = 5, within = "30s")}: each sets the same as
 *       the builder's method of that name, starting from the policy of the given retry. Classes are
 *       added to those of this policy. Without attributes it is this policy;
 *   <li>by text, {@code @Retryable(policy = "maxAttempts=5 within=30s")}: a complete policy, with
 *       defaults for settings that it does not name;
 *   <li>by name, {@code @Retryable(name = "orders")}: a whole {@link Retry}, looked up in a {@link
 *       RetrySource} for each call.
 * </ul>
 *
 * <p>If several annotations could apply, the first of these is effective: the one on the method of
 * the interface, or on the nearest method that it overrides; the one on the interface, or on the
 * nearest interface above it that has the method; the one on the method of the target's class, or
 * on a method that it overrides; the one on the target's class, or on a class above it. Two
 * different annotations at the same distance are an error.
 *
 * <p>An annotation that has this one is effective in its place, at any depth, if it is kept at run
 * time; two different ones on one method or type are an error unless it has this one itself. Their
 * attributes can set those of this one, by {@code @AliasFor}, only on beans of Spring.
 *
 * <p>Durations, classes and backoffs are those of the {@linkplain RetryPolicy#parse text form}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Retryable {

  /**
   * Names a retry of the {@link RetrySource}. Its policy, budget, listeners and name are used.
   *
   * @return the name; by default none
   */
  String name() default "";

  /**
   * A complete policy as text.
   *
   * @return a text that {@link RetryPolicy#parse} reads; by default none
   */
  String policy() default "";

  /**
   * Highest number of attempts of a call, including the first.
   *
   * @return at least 1; by default that of the retry
   */
  int maxAttempts() default Integer.MIN_VALUE;

  /**
   * The limit for all attempts and waits together.
   *
   * @return such as {@code 30s}, or {@code unlimited}; by default that of the retry
   */
  String within() default "";

  /**
   * The limit for each attempt.
   *
   * @return such as {@code 3s} or {@code sequence(2s, 5s)}; by default that of the retry
   */
  String attemptTimeout() default "";

  /**
   * Delays between attempts.
   *
   * @return such as {@code exponential(100ms, x2, cap=10s, jitter=full)}; by default that of the
   *     retry
   */
  String backoff() default "";

  /**
   * Rules for certain failures.
   *
   * @return such as {@code throttled(backoff=fixed(1s), price=2)}, with commas between several;
   *     they add to those of the retry
   */
  String rules() default "";

  /**
   * Condition to give up, in addition to the limits of a call.
   *
   * @return such as {@code all(attempts(5), elapsed(30s))}; by default that of the retry
   */
  String giveUpWhen() default "";

  /**
   * Failures to retry.
   *
   * @return classes that add to those of the retry
   */
  Class<? extends Throwable>[] retryOn() default {};

  /**
   * Failures to retry wherever they are among the causes.
   *
   * @return classes that add to those of the retry
   */
  Class<? extends Throwable>[] retryOnCause() default {};

  /**
   * Failures never to retry.
   *
   * @return classes that add to those of the retry
   */
  Class<? extends Throwable>[] abortOn() default {};

  /**
   * Returns whether a null result is retried.
   *
   * @return true to retry it; by default as the retry does
   */
  boolean retryOnNull() default false;

  /**
   * Effect of calling twice.
   *
   * @return the declaration; {@link Idempotency#UNSPECIFIED}, the default, means that of the retry
   */
  Idempotency idempotency() default Idempotency.UNSPECIFIED;

  /**
   * Names the method that returns a result where the retries end without success, under the
   * conditions of {@link Retry#callOrElse}. It is a method of the interface, such as a default
   * method, or of the target's class, with the parameters of the retried method, followed by the
   * failure. It returns the same type or a subtype: a stage, if the retried method returns one. A
   * blocking one throws no checked exception that the retried method does not declare.
   *
   * <p>It is called only for failures that its last parameter accepts; others are thrown. If
   * several methods with this name accept a failure, the one with the narrowest type is called. The
   * fallback is retried only if it is annotated itself, not by the annotation on a type that names
   * it. Can be combined with all other attributes except {@link #enabled}.
   *
   * <pre>{@code
   * @Retryable(maxAttempts = 5, fallback = "cached")
   * String find(String id) throws IOException;
   *
   * default String cached(String id, IOException failure) {
   *   return "unknown";
   * }
   * }</pre>
   *
   * @return the name; by default none
   */
  String fallback() default "";

  /**
   * Excludes a method that an annotation on its type would retry.
   *
   * @return false to call the method without retry; then nothing else may be set
   */
  boolean enabled() default true;
}
