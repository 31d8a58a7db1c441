package dev.reprise.opentelemetry;

import dev.reprise.context.CallContext;
import io.opentelemetry.context.Context;

/**
 * Propagates the OpenTelemetry context of the caller, such as its span, to all attempts of a call:
 * {@code retry.withContext(OpenTelemetryContext.propagation())}.
 */
public final class OpenTelemetryContext {

  private static final CallContext.Scope UNCHANGED = () -> {};

  private OpenTelemetryContext() {}

  /**
   * Returns the context to add to a retry.
   *
   * @return the current context of the caller; the same instance for all retries
   */
  public static CallContext propagation() {
    return () -> {
      Context captured = Context.current();
      return () -> open(captured);
    };
  }

  /** Makes a context the current one, until the scope is closed. */
  @SuppressWarnings("MustBeClosedChecker") // the caller closes it
  static CallContext.Scope open(Context context) {
    return context == Context.current() ? UNCHANGED : context.makeCurrent()::close;
  }
}
