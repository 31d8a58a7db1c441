package dev.reprise.reactor.declared;

import dev.reprise.PlainCall;
import dev.reprise.Retry;
import dev.reprise.declared.AdaptedCall;
import dev.reprise.declared.CallAdapter;
import dev.reprise.reactor.ReactorRetry;
import java.lang.reflect.Method;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

/**
 * Retries methods that return a Flux. Each subscription is a call, and each attempt calls the
 * method.
 */
public final class FluxAdapter implements CallAdapter {

  /** Called by the service loader. */
  public FluxAdapter() {}

  @Override
  public boolean supports(Method method, Class<?> returnType) {
    return returnType == Flux.class;
  }

  @Override
  public Object call(Retry retry, AdaptedCall call) {
    ReactorRetry operators = ReactorRetry.of(retry);
    return call.hasFallback()
        ? operators.<Object>fluxOrElse(
            attempt -> attempt(call), failed -> fallback(call, PlainCall.failureOf(failed)))
        : operators.<Object>fluxWith(attempt -> attempt(call));
  }

  private static Flux<?> attempt(AdaptedCall call) {
    try {
      return checked(call.attempt(call.arguments()));
    } catch (Throwable failure) {
      return Flux.error(failure);
    }
  }

  private static Flux<?> fallback(AdaptedCall call, Throwable ofCall) {
    try {
      return checked(call.fallback(ofCall, call.arguments()));
    } catch (Throwable failure) {
      return Flux.error(failure);
    }
  }

  private static Flux<?> checked(@Nullable Object returned) {
    return Flux.class.cast(
        Objects.requireNonNull(returned, "the method returned null in place of a Flux"));
  }
}
