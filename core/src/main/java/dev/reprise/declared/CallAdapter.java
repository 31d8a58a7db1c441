package dev.reprise.declared;

import dev.reprise.Retry;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * Retries methods whose result arrives after they have returned, in a type of another library, or
 * as a suspend function of Kotlin. {@link RetryProxy} and {@link RetryMethod#find} use adapters
 * where they would otherwise refuse a method with {@link Retryable}. The modules {@code
 * reprise-reactor} and {@code reprise-kotlin} each have one.
 *
 * <p>Adapters are found with {@link java.util.ServiceLoader} by the class loader of this library,
 * then by that of the class that declares the method. An adapter whose own library is missing is
 * left out. Implementations have a public constructor without parameters, and are safe for use by
 * any thread.
 */
public interface CallAdapter {

  /**
   * Returns whether this adapter retries the calls of a method. Called once for each retried method
   * that could not be retried without an adapter.
   *
   * @param method the method
   * @param returnType its return type in the class of the called object, in which type parameters
   *     are known
   * @return false to leave it to another adapter; if there is none, the method is refused
   */
  boolean supports(Method method, Class<?> returnType);

  /**
   * Returns the adapter that makes the calls of one method, if they depend on its types. Called for
   * each method that this adapter supports, when its annotation is read.
   *
   * @param method the method
   * @param returnType as for {@link #supports}
   * @return this adapter by default
   */
  default CallAdapter forMethod(Method method, Class<?> returnType) {
    return this;
  }

  /**
   * Makes a call, on the thread of the caller, which the result reaches at once.
   *
   * @param retry the retry of this call
   * @param call makes the attempts
   * @return what the method returns to its caller
   * @throws Throwable what the method throws to its caller
   */
  @Nullable Object call(Retry retry, AdaptedCall call) throws Throwable;
}
