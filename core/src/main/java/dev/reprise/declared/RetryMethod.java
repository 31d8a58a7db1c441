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
 * One retried method of a decorated interface: by which retry its calls are made. For generated
 * code and for interceptors, which begin with {@link #find}; people use {@link RetryProxy} or the
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
   * Takes up what an annotation says.
   *
   * @param retry what its attributes build upon
   * @param source where names are looked up; null if there is none
   * @param method named in messages
   * @param attributes what the annotation sets, as text, by the names of its attributes; classes by
   *     their binary names, with commas between them
   * @param loader where exception classes are found; null for the one that loaded this library
   * @return the method
   * @throws IllegalArgumentException if attributes are mixed that exclude each other, a value is
   *     wrong, or a name is given that {@code source} does not know
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
   * Finds the annotation that counts for a method and takes up what it says: what an interceptor or
   * an aspect needs. Which annotation counts, {@link Retryable} says; the methods of the class's
   * interfaces come first. Reflects; ask once for each method and keep the answer.
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
   * @param retry what attributes build upon
   * @param source where names are looked up; null if there is none
   * @param method a method of {@code targetClass}, declared there, above it, or by an interface
   * @param targetClass the class of the object that the call goes to
   * @return the method; empty if no annotation counts for it, or one that is not enabled
   * @throws IllegalArgumentException if {@code targetClass} does not have the method; if an
   *     annotated method is private, static, or one of {@code Object}, or returns something that
   *     comes later and cannot be retried; else as {@link #of}
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
   * Returns whether the types of a method show that its result comes later, in a stage or a future.
   *
   * @param method named in the message
   * @param parameters the erased types that it takes, by their binary names
   * @param returnType the erased type that it returns, by its binary name
   * @param isA whether the returned type is the named one or below it
   * @return true for {@link CompletionStage} and {@link java.util.concurrent.CompletableFuture};
   *     false if the result is present when the method returns
   * @throws IllegalArgumentException if what the type stands for comes later, but cannot be
   *     retried, or if the method is a suspend function of Kotlin
   */
  public static boolean isAsynchronous(
      String method, List<String> parameters, String returnType, Predicate<String> isA) {
    ReturnTypes.checkNotSuspending(method, parameters);
    return ReturnTypes.isAsynchronous(method, returnType, isA);
  }

  /**
   * Returns whether a target inherits a default method of its interface unchanged. Such a method is
   * called on the decorator, so that the calls it makes are retried. Reflects; asked once, at
   * creation.
   *
   * @param target what is decorated
   * @param api the interface
   * @param name the method's name
   * @param parameters its erased parameters
   * @return false if the class of the target has the method itself, and where that cannot be seen
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
   * The retry of the next call. One that is looked up by name may be another each time, so a call
   * asks once.
   *
   * @return the retry
   * @throws IllegalArgumentException if the source no longer knows the name
   */
  public Retry retry() {
    return named == null ? fixed : named.retry();
  }

  /**
   * Takes another policy.
   *
   * @param policy the policy
   * @return a copy that follows it, whatever the annotation says, with the same budget, listeners
   *     and name
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
   * Refuses a stage that the declared return type did not announce, and a plain future or
   * publisher, whatever the return type is: their failures would never be retried.
   *
   * @param value what the method returned
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
