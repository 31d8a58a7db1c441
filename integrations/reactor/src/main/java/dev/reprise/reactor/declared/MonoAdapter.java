package dev.reprise.reactor.declared;

import dev.reprise.PlainCall;
import dev.reprise.Retry;
import dev.reprise.declared.AdaptedCall;
import dev.reprise.declared.CallAdapter;
import dev.reprise.reactor.ReactorRetry;
import java.lang.reflect.Method;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Retries methods that return a Mono. Each subscription is a call, and each attempt calls the
 * method.
 */
public final class MonoAdapter implements CallAdapter {

  /** Called by the service loader. */
  public MonoAdapter() {}

  @Override
  public boolean supports(Method method, Class<?> returnType) {
    return returnType == Mono.class;
  }

  @Override
  public Object call(Retry retry, AdaptedCall call) {
    ReactorRetry operators = ReactorRetry.of(retry);
    return call.hasFallback()
        ? operators.<Object>monoOrElse(
            attempt -> attempt(call), failed -> fallback(call, PlainCall.failureOf(failed)))
        : operators.<Object>monoWith(attempt -> attempt(call));
  }

  private static Mono<?> attempt(AdaptedCall call) {
    try {
      return checked(call.attempt(call.arguments()));
    } catch (Throwable failure) {
      return Mono.error(failure);
    }
  }

  private static Mono<?> fallback(AdaptedCall call, Throwable ofCall) {
    try {
      return checked(call.fallback(ofCall, call.arguments()));
    } catch (Throwable failure) {
      return Mono.error(failure);
    }
  }

  private static Mono<?> checked(@Nullable Object returned) {
    return Mono.class.cast(
        Objects.requireNonNull(returned, "the method returned null in place of a Mono"));
  }
}
