package dev.reprise.declared;

import dev.reprise.Decorated;
import dev.reprise.Retry;
import dev.reprise.RetrySource;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.text.PrintableText;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One retried method of a decorated interface, with the retry of its calls. For generated code and
 * for interceptors, which begin with {@link #find}; applications use {@link RetryProxy} or the
 * class that the annotation processor writes. Immutable, safe for use by any thread.
 */
public final class RetryMethod implements Decorated.Rule {

  private final String method;
  private final Retry fixed;
  private final @Nullable NamedRetry named;

  private RetryMethod(String method, Retry fixed, @Nullable NamedRetry named) {
    this.method = method;
    this.fixed = fixed;
    this.named = named;
  }

  /**
   * Reads the attributes of an annotation.
   *
   * @param retry the retry that the attributes change
   * @param source source of named retries; null if there is none
   * @param method named in messages
   * @param attributes values of the annotation as text, by the names of its attributes; classes by
   *     their binary names, separated by commas
   * @param loader loader of exception classes; null for the one that loaded this library
   * @return the method
   * @throws IllegalArgumentException if attributes exclude each other, a value is wrong, or {@code
   *     source} does not contain the given name
   */
  public static RetryMethod of(
      Retry retry,
      @Nullable RetrySource source,
      String method,
      Map<String, String> attributes,
      @Nullable ClassLoader loader) {
    Objects.requireNonNull(retry, "retry");
    return of(retry, source, attributes, loader, PrintableText.oneLine(method));
  }

  private static RetryMethod of(
      Retry retry,
      @Nullable RetrySource source,
      Map<String, String> attributes,
      @Nullable ClassLoader loader,
      String method) {
    MethodSettings.checkNotMixed(method, attributes);
    String name = attributes.get(MethodSettings.NAME);
    if (name != null) {
      return new RetryMethod(method, retry, NamedRetry.of(method, source, name));
    }
    if (attributes.isEmpty()) {
      return new RetryMethod(method, retry, null);
    }
    RetryPolicy policy = MethodSettings.policy(method, retry.policy(), attributes, loader);
    return new RetryMethod(method, retry.withPolicy(policy), null);
  }

  /**
   * Finds the effective annotation of a method and reads its attributes, for an interceptor or an
   * aspect. {@link Retryable} defines which annotation is effective; the methods of the class's
   * interfaces come first. Uses reflection; call it once for each method and keep the result.
   *
   * <pre>{@code
   * Optional<RetryMethod> rule = RetryMethod.find(retry, null, method, target.getClass());
   * if (rule.isEmpty()) {
   *   return proceed.call();
   * }
   * Retry found = rule.get().retry();
   * return RetryMethod.isAsynchronous(method) ? found.callAsync(stage) : found.call(proceed);
   * }</pre>
   *
   * @param retry the retry that attributes change
   * @param source source of named retries; null if there is none
   * @param method a method of {@code targetClass}, declared there, in a superclass, or by an
   *     interface
   * @param targetClass the class of the called object
   * @return the method; empty if it has no effective annotation, or a disabled one
   * @throws IllegalArgumentException if {@code targetClass} does not have the method; if an
   *     annotated method is private, static, or one of {@code Object}, or has a result that arrives
   *     later and cannot be retried; otherwise as {@link #of}
   */
  public static Optional<RetryMethod> find(
      Retry retry, @Nullable RetrySource source, Method method, Class<?> targetClass) {
    Objects.requireNonNull(retry, "retry");
    Objects.requireNonNull(method, "method");
    Objects.requireNonNull(targetClass, "targetClass");
    return Optional.ofNullable(AnnotatedMethod.find(retry, source, method, targetClass));
  }

  /**
   * Returns whether a method returns a stage, by its declared type.
   *
   * @param method the method
   * @return true for {@link CompletionStage} and {@link java.util.concurrent.CompletableFuture};
   *     false if the result is present when the method returns
   * @throws IllegalArgumentException as {@link #isAsynchronous(String, List, String, Predicate)}
   */
  public static boolean isAsynchronous(Method method) {
    ProxySignature signature =
        new ProxySignature(
            method.getDeclaringClass().getSimpleName() + "." + method.getName(),
            method,
            method.getReturnType());
    return signature.kind() == ProxyMethod.Kind.ANSWERS_LATER;
  }

  /**
   * Returns whether the types of a method show that its result arrives later, in a stage or a
   * future.
   *
   * @param method named in the message
   * @param parameters the erased types that it takes, by their binary names
   * @param returnType the erased type that it returns, by its binary name
   * @param isA true if the return type is the named type or a subtype
   * @return true for {@link CompletionStage} and {@link java.util.concurrent.CompletableFuture};
   *     false if the result is present when the method returns
   * @throws IllegalArgumentException if the result arrives later, but cannot be retried, or if the
   *     method is a suspend function of Kotlin
   */
  public static boolean isAsynchronous(
      String method, List<String> parameters, String returnType, Predicate<String> isA) {
    ReturnTypes.checkNotSuspending(method, parameters);
    return ReturnTypes.isAsynchronous(method, returnType, isA);
  }

  /**
   * Returns whether a target inherits a default method of its interface unchanged. Such a method is
   * called on the decorator, so that the calls it makes are retried. Uses reflection; called once,
   * at creation.
   *
   * @param target the decorated object
   * @param api the interface
   * @param name the method's name
   * @param parameters its erased parameters
   * @return false if the class of the target has the method itself, and if that cannot be
   *     determined
   */
  public static boolean keepsDefault(
      Object target, Class<?> api, String name, Class<?>... parameters) {
    try {
      Class<?> owner = target.getClass().getMethod(name, parameters).getDeclaringClass();
      return owner == api.getMethod(name, parameters).getDeclaringClass();
    } catch (NoSuchMethodException notReflected) {
      return false;
    }
  }

  /**
   * Returns the retry of the next call. A retry that is looked up by name may change at any time,
   * so a call uses this method once.
   *
   * @return the retry
   * @throws IllegalArgumentException if the source no longer contains the name
   */
  public Retry retry() {
    return named == null ? fixed : named.retry();
  }

  /**
   * Sets a different policy.
   *
   * @param policy the policy
   * @return a copy with this policy instead of that of the annotation, and with the same budget,
   *     listeners and name
   */
  public RetryMethod withPolicy(RetryPolicy policy) {
    return named == null
        ? new RetryMethod(method, fixed.withPolicy(policy), null)
        : new RetryMethod(method, fixed, named.withPolicy(policy));
  }

  @Override
  public boolean follows(Retry retry) {
    return named == null && fixed.policy().equals(retry.policy());
  }

  /**
   * Rejects a stage that is not in the declared return type, and a plain future or publisher with
   * any return type: their failures would never be retried.
   *
   * @param value the returned value
   * @param <T> its type
   * @return the value
   * @throws IllegalStateException if it is a {@link CompletionStage}, a {@link Future} or a {@link
   *     Flow.Publisher}
   */
  public <T extends @Nullable Object> T notStage(T value) {
    if (value instanceof CompletionStage) {
      throw new IllegalStateException(
          method
              + " returned a stage, which is not retried where the return type does not say so;"
              + " declare CompletionStage or CompletableFuture");
    }
    if (value instanceof Future || value instanceof Flow.Publisher) {
      throw new IllegalStateException(
          method
              + " returned a "
              + value.getClass().getName()
              + ", which cannot be retried: what fails after the method has returned would be lost;"
              + " take the method out with @Retryable(enabled = false)");
    }
    return value;
  }

  /**
   * Method and policy.
   *
   * @return one line
   */
  @Override
  public String toString() {
    return method + " by " + (named == null ? fixed.policy() : named);
  }
}
