package dev.reprise.opentelemetry;

import dev.reprise.context.CallContext;
import io.opentelemetry.context.Context;

/**
 * Propagates the OpenTelemetry context of the caller, such as its span, to all attempts of a call:
 * {@code retry.withContext(OpenTelemetryContext.propagation())}.
 */
public final class OpenTelemetryContext {

  private OpenTelemetryContext() {}

  /**
   * Returns the context to add to a retry.
   *
   * @return the current context of the caller; the same instance for all retries
   */
  public static CallContext propagation() {
    return () -> {
      Context captured = Context.current();
      return () -> captured.makeCurrent()::close;
    };
  }
}
