package dev.reprise.declared;

import dev.reprise.Decorated;
import dev.reprise.Retry;
import dev.reprise.RetrySource;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A retry around an object with an interface: calls of its {@link Retryable} methods are retried,
 * all others go directly to the object.
 *
 * <pre>{@code
 * interface Orders {
 *   @Retryable(maxAttempts = 5)
 *   Order find(String id) throws IOException;
 *
 *   @Retryable
 *   CompletableFuture<Receipt> place(Order order);
 *
 *   String region();
 * }
 *
 * Orders orders = RetryProxy.of(retry, Orders.class, client);
 * }</pre>
 *
 * <p>Annotations are read once, when the proxy is created; invalid ones are reported then. All
 * methods share budget, state, listeners and name of the retry, unless they name a different one.
 *
 * <ul>
 *   <li>A method that declares {@code CompletionStage} or {@code CompletableFuture} is retried
 *       until its stage succeeds. It returns the future of {@link Retry#callAsync}, whose
 *       cancellation ends the call. Other types whose content arrives later, such as {@code
 *       Future}, {@code Stream} or a reactive publisher, are refused. Where the type does not show
 *       it, as with {@code Object}, a stage, {@code Future} or {@code Flow.Publisher} that is
 *       returned becomes an {@code IllegalStateException}.
 *   <li>All other methods block. They throw the exception of the target, the same instance. Only a
 *       checked exception that the method does not declare comes as an {@code
 *       UndeclaredThrowableException} around it: so it is with every proxy of the JDK.
 *   <li>A default method that the target's class does not override runs on the proxy, so that the
 *       calls it makes are retried. It is retried only if it is annotated itself.
 *   <li>{@code equals} and {@code hashCode} are those of identity. {@code toString} names the
 *       retry, the target and the methods that have their own policy.
 * </ul>
 *
 * <p>A proxy is safe for use by any thread if its target is. {@link Decorated#withPolicy} gives a
 * view of it with another policy.
 */
public final class RetryProxy {

  private RetryProxy() {}

  /**
   * Decorates an object whose interface is public, with policies that need no names.
   *
   * @param retry the retry
   * @param api the interface: public, in an exported package
   * @param target the called object
   * @param <T> the interface
   * @return a proxy
   * @throws IllegalArgumentException if {@code api} is not an interface or not accessible, or an
   *     annotation is invalid; the message names the method
   */
  public static <T> T of(Retry retry, Class<T> api, T target) {
    return proxy(retry, null, api, target, null);
  }

  /**
   * Decorates an object with an interface that is not public.
   *
   * @param retry the retry
   * @param api the interface
   * @param target the called object
   * @param lookup {@code MethodHandles.lookup()} of a class with access to the interface
   * @param <T> the interface
   * @return a proxy
   * @throws IllegalArgumentException as {@link #of(Retry, Class, Object)}
   */
  public static <T> T of(Retry retry, Class<T> api, T target, Lookup lookup) {
    return proxy(retry, null, api, target, Objects.requireNonNull(lookup, "lookup"));
  }

  /**
   * Decorates an object. For methods that name a retry, it is looked up for each call, so that a
   * change takes effect at once.
   *
   * @param retry the retry of methods that name none
   * @param source source of named retries
   * @param api the interface: public, in an exported package
   * @param target the called object
   * @param <T> the interface
   * @return a proxy
   * @throws IllegalArgumentException as {@link #of(Retry, Class, Object)}, and if a name is
   *     unknown. If a name is removed later, calls of its methods throw the same exception at once,
   *     also asynchronous ones
   */
  public static <T> T of(Retry retry, RetrySource source, Class<T> api, T target) {
    return proxy(retry, Objects.requireNonNull(source, "source"), api, target, null);
  }

  /**
   * Decorates an object with an interface that is not public; methods may name retries.
   *
   * @param retry the retry of methods that name none
   * @param source source of named retries
   * @param api the interface
   * @param target the called object
   * @param lookup {@code MethodHandles.lookup()} of a class with access to the interface
   * @param <T> the interface
   * @return a proxy
   * @throws IllegalArgumentException as {@link #of(Retry, RetrySource, Class, Object)}
   */
  public static <T> T of(Retry retry, RetrySource source, Class<T> api, T target, Lookup lookup) {
    return proxy(
        retry,
        Objects.requireNonNull(source, "source"),
        api,
        target,
        Objects.requireNonNull(lookup, "lookup"));
  }

  /**
   * Returns the decorated object.
   *
   * @param proxy a proxy, or a generated decorator
   * @param <T> the interface
   * @return its target, which may also be a proxy
   * @throws IllegalArgumentException if {@code proxy} is neither
   */
  @SuppressWarnings("unchecked") // a proxy and its target have the interface in common
  public static <T> T targetOf(T proxy) {
    return (T) Decorated.targetOf(proxy);
  }

  private static <T> T proxy(
      Retry retry, @Nullable RetrySource source, Class<T> api, T target, @Nullable Lookup lookup) {
    Objects.requireNonNull(retry, "retry");
    Objects.requireNonNull(api, "api");
    Objects.requireNonNull(target, "target");
    if (!api.isInterface() || api.isAnnotation() || api.isSealed()) {
      throw new IllegalArgumentException(
          "api must be an interface that a proxy can implement, but was " + api);
    }
    if (!api.isInstance(target)) {
      throw new IllegalArgumentException(
          "target must be of " + api.getName() + ", but was of " + target.getClass().getName());
    }
    return ProxyHandler.newProxy(
        retry, api, target, new ProxyTable(retry, source, api, target, lookup));
  }
}
