package dev.reprise.declared;

import dev.reprise.Decorated;
import dev.reprise.Fallback;
import dev.reprise.PlainCall;
import dev.reprise.Retry;
import dev.reprise.RetrySource;
import dev.reprise.classify.Failures;
import dev.reprise.function.Operation;
import dev.reprise.internal.async.AsyncAttempt;
import dev.reprise.internal.call.Sneaky;
import dev.reprise.internal.context.ContextCapture;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.text.PrintableText;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.function.Function;
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
  private final ProxyMethod.Kind kind;
  private final @Nullable CallAdapter adapter;
  private final @Nullable FallbackMethod fallback;

  private RetryMethod(String method, Retry fixed, @Nullable NamedRetry named) {
    this(method, fixed, named, ProxyMethod.Kind.RETURNS_ANYTHING, null, null);
  }

  private RetryMethod(
      String method,
      Retry fixed,
      @Nullable NamedRetry named,
      ProxyMethod.Kind kind,
      @Nullable CallAdapter adapter,
      @Nullable FallbackMethod fallback) {
    this.method = method;
    this.fixed = fixed;
    this.named = named;
    this.kind = kind;
    this.adapter = adapter;
    this.fallback = fallback;
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

  /** A copy for a method whose return type is known. */
  RetryMethod ofKind(ProxyMethod.Kind known, @Nullable CallAdapter ofType) {
    return new RetryMethod(method, fixed, named, known, ofType, fallback);
  }

  RetryMethod withFallback(FallbackMethod found) {
    return new RetryMethod(method, fixed, named, kind, adapter, found);
  }

  boolean hasFallback() {
    return fallback != null;
  }

  /**
   * Finds the effective annotation of a method and reads its attributes, for an interceptor or an
   * aspect. {@link Retryable} defines which annotation is effective; the methods of the class's
   * interfaces come first. Uses reflection; call it once for each method and keep the result.
   *
   * <pre>{@code
   * Optional<RetryMethod> rule = RetryMethod.find(retry, null, method, target.getClass());
   * return rule.isEmpty()
   *     ? proceed.call()
   *     : rule.get().call(values -> proceed.call(), null, target, arguments);
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
    return find(retry, source, method, targetClass, ComposedAnnotations::on);
  }

  /**
   * Finds the effective annotation of a method, as {@link #find(Retry, RetrySource, Method,
   * Class)}, with a framework's own reader of annotations. Such a reader may fill in attributes of
   * annotations that have {@link Retryable} themselves, as Spring does by {@code @AliasFor}.
   *
   * @param retry the retry that attributes change
   * @param source source of named retries; null if there is none
   * @param method a method of {@code targetClass}, declared there, in a superclass, or by an
   *     interface
   * @param targetClass the class of the called object
   * @param annotations returns the annotation that a method or type itself has, directly or by way
   *     of another annotation; null if it has none. Called on this thread, perhaps several times
   *     for one of them; what it throws is passed on
   * @return the method; empty if it has no effective annotation, or a disabled one
   * @throws IllegalArgumentException as the method without a reader, except that two different
   *     annotations of one method or type are the matter of the reader
   */
  public static Optional<RetryMethod> find(
      Retry retry,
      @Nullable RetrySource source,
      Method method,
      Class<?> targetClass,
      Function<? super AnnotatedElement, @Nullable Retryable> annotations) {
    Objects.requireNonNull(retry, "retry");
    Objects.requireNonNull(method, "method");
    Objects.requireNonNull(targetClass, "targetClass");
    Objects.requireNonNull(annotations, "annotations");
    return Optional.ofNullable(
        AnnotatedMethod.find(retry, source, method, targetClass, annotations));
  }

  /**
   * Returns whether the types of a method show that its result arrives later, in a stage. For
   * generated code, which uses no {@link CallAdapter}.
   *
   * @param method named in the message
   * @param parameters the erased types that it takes, by their binary names
   * @param returnType the erased type that it returns, by its binary name
   * @param isA true if the return type is the named type or a subtype
   * @return true for {@link CompletionStage} and {@link java.util.concurrent.CompletableFuture};
   *     false if the result is present when the method returns
   * @throws IllegalArgumentException if the result arrives later, but not in a stage; also for a
   *     suspend function of Kotlin
   */
  public static boolean isAsynchronous(
      String method, List<String> parameters, String returnType, Predicate<String> isA) {
    if (ReturnTypes.needsAdapter(parameters, returnType, isA)) {
      throw new IllegalArgumentException(ReturnTypes.notGenerated(method, parameters, returnType));
    }
    return ReturnTypes.isStage(returnType);
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
   * Makes a call of a method that {@link #find} returned, as a proxy does: until the stage that an
   * attempt returns succeeds, if the method returns {@link CompletionStage} or {@link
   * java.util.concurrent.CompletableFuture}, else until an attempt returns; then calls the fallback
   * if there is one. A {@link CallAdapter} makes calls of other methods whose result arrives later.
   * Throws the exception of the last attempt, checked or unchecked, without declaring it.
   *
   * @param attempt calls the method once, with the given arguments
   * @param proxy the object on which a fallback is called if it has this method, so that
   *     annotations of the fallback count; null to use {@code target}
   * @param target the object behind the proxy
   * @param arguments those of the call; null if there are none
   * @return the result that the method returns to its caller; a future for a method that returns a
   *     stage
   */
  @SuppressWarnings("NullAway") // nullness of type arguments is not checked
  public @Nullable Object call(
      MethodAttempt attempt,
      @Nullable Object proxy,
      @Nullable Object target,
      @Nullable Object @Nullable [] arguments) {
    Retry retry = retry();
    FallbackMethod other = fallback;
    if (adapter != null) {
      AdaptedCall.Answer answer =
          other == null ? null : (failure, values) -> other.call(failure, proxy, target, values);
      return adapted(adapter, retry, new AdaptedCall(attempt, arguments, answer));
    }
    Operation<? extends @Nullable Object, ?> operation = () -> attempt.call(arguments);
    return other == null
        ? call(retry, operation)
        : callOrElse(
            retry,
            operation,
            failed -> other.call(PlainCall.failureOf(failed), proxy, target, arguments));
  }

  private static @Nullable Object adapted(CallAdapter adapter, Retry retry, AdaptedCall call) {
    try {
      return adapter.call(retry, call);
    } catch (Throwable failure) {
      throw Sneaky.throwing(failure);
    }
  }

  // Nullness of type arguments is not checked, and the future is the caller's.
  @SuppressWarnings({"NullAway", "FutureReturnValueIgnored"})
  private @Nullable Object call(Retry retry, Operation<? extends @Nullable Object, ?> attempt) {
    return switch (kind) {
      case ANSWERS_LATER -> retry.callAsync(() -> (CompletionStage<?>) attempt.call());
      case RETURNS_NOTHING -> {
        PlainCall.run(retry, attempt::call);
        yield null;
      }
      case RETURNS_ANYTHING -> PlainCall.call(retry, () -> notStage(attempt.call()));
      case AWAITED -> PlainCall.call(retry, () -> awaited((CompletionStage<?>) attempt.call()));
      default -> PlainCall.call(retry, attempt);
    };
  }

  // Nullness of type arguments is not checked, and the future is the caller's.
  @SuppressWarnings({"NullAway", "FutureReturnValueIgnored"})
  private @Nullable Object callOrElse(
      Retry retry,
      Operation<? extends @Nullable Object, ?> attempt,
      Fallback<@Nullable Object, ?> other) {
    return switch (kind) {
      case ANSWERS_LATER ->
          PlainCall.callAsyncOrElse(retry, () -> (CompletionStage<?>) attempt.call(), other);
      case RETURNS_NOTHING -> {
        PlainCall.runOrElse(retry, attempt::call, other);
        yield null;
      }
      case RETURNS_ANYTHING ->
          PlainCall.<@Nullable Object>callOrElse(retry, () -> notStage(attempt.call()), other);
      case AWAITED ->
          PlainCall.<@Nullable Object>callOrElse(
              retry, () -> awaited((CompletionStage<?>) attempt.call()), other);
      default -> PlainCall.<@Nullable Object>callOrElse(retry, attempt::call, other);
    };
  }

  private static <T extends @Nullable CompletionStage<?>> T awaited(T stage) throws Throwable {
    if (stage == null) {
      return stage;
    }
    try {
      Object unused = stage.toCompletableFuture().get();
      return stage;
    } catch (ExecutionException failed) {
      throw Failures.unwrapOrSelf(failed);
    } catch (InterruptedException interrupt) { // as by the timeout of the attempt
      AsyncAttempt.callOff(stage, ContextCapture.Captured.NOTHING);
      throw interrupt;
    }
  }

  /**
   * Returns whether an interceptor may make the first attempt of a call by the steps of {@link
   * PlainCall}, which allocate nothing while it returns. Its attempts return {@link #checked} then.
   *
   * @param retry the result of {@link #retry}
   * @return false if the method has a fallback, or its result arrives later, or if {@link
   *     PlainCall#isPlain} is false; {@link #call} makes the whole call then
   */
  public boolean isPlain(Retry retry) {
    return fallback == null
        && kind != ProxyMethod.Kind.ANSWERS_LATER
        && kind != ProxyMethod.Kind.AWAITED
        && kind != ProxyMethod.Kind.ADAPTED
        && PlainCall.isPlain(retry);
  }

  /**
   * Checks the value that an attempt returned, as {@link #call} does.
   *
   * @param value the returned value
   * @param <T> type of the value
   * @return the value
   * @throws IllegalStateException as {@link #notStage}, if the declared return type includes stages
   */
  public <T extends @Nullable Object> T checked(T value) {
    return kind == ProxyMethod.Kind.RETURNS_ANYTHING ? notStage(value) : value;
  }

  /**
   * Returns whether {@link #call} returns a future.
   *
   * @return false if the calling thread waits for the result
   */
  public boolean returnsStage() {
    return kind == ProxyMethod.Kind.ANSWERS_LATER;
  }

  /**
   * Returns a copy whose {@link #call} waits on the calling thread for the stages of its attempts,
   * and makes all attempts there. An interrupt cancels the stage, as the attempt timeout does. For
   * a thread that was started to make the call, as by an {@code Async} annotation.
   *
   * @return the copy; this object if the method returns no stage
   */
  public RetryMethod onCallingThread() {
    return returnsStage() ? ofKind(ProxyMethod.Kind.AWAITED, null) : this;
  }

  /**
   * Returns the method in the form of messages.
   *
   * @return such as {@code Orders.find(String)}
   */
  public String method() {
    return method;
  }

  /**
   * Returns whether the annotation names a retry, which is then looked up for each call.
   *
   * @return false if the method uses the given retry, with the settings of the annotation
   */
  public boolean isNamed() {
    return named != null;
  }

  /**
   * The name of the fallback method.
   *
   * @return the attribute {@code fallback} of the annotation; empty if the method has no fallback
   */
  public Optional<String> fallback() {
    return Optional.ofNullable(fallback).map(FallbackMethod::name);
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
        ? new RetryMethod(method, fixed.withPolicy(policy), null, kind, adapter, fallback)
        : new RetryMethod(method, fixed, named.withPolicy(policy), kind, adapter, fallback);
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
