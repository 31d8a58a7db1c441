package dev.reprise.declared;

import dev.reprise.PlainCall;
import dev.reprise.Retry;
import dev.reprise.function.VoidResult;
import dev.reprise.report.RetryReport;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Calls of one method. Everything that does not change is computed once, so that a first attempt
 * only calls a method handle.
 */
final class ProxyMethod {

  /** Handling of a call. */
  enum Kind {
    PASSES,
    RETURNS,
    RETURNS_ANYTHING,
    RETURNS_NOTHING,
    ANSWERS_LATER,
    /** Returns a stage, for which the calling thread waits. */
    AWAITED,
    /** Is retried by a {@link CallAdapter}. */
    ADAPTED
  }

  private final Kind kind;
  private final MethodHandle attempt;
  private final int index;

  /**
   * A method.
   *
   * @param attempt takes proxy and arguments, both of them objects, and returns one
   * @param index index of its policy
   */
  ProxyMethod(Kind kind, MethodHandle attempt, int index) {
    this.kind = kind;
    this.attempt = attempt;
    this.index = index;
  }

  // Nullness of type arguments is not checked, and the future is the caller's.
  @SuppressWarnings({"NullAway", "FutureReturnValueIgnored"})
  @Nullable Object call(Object proxy, @Nullable Object @Nullable [] arguments, RetryMethod[] rules)
      throws Throwable {
    if (kind == Kind.PASSES) {
      return attempt(proxy, arguments);
    }
    RetryMethod rule = rules[index];
    if (kind == Kind.ADAPTED || rule.hasFallback()) {
      return rule.call(values -> attempt(proxy, values), proxy, null, arguments);
    }
    Retry retry = rule.retry();
    if (kind == Kind.ANSWERS_LATER) {
      return retry.callAsync(() -> (CompletionStage<?>) attempt(proxy, arguments));
    }
    if (!PlainCall.isPlain(retry)) {
      return PlainCall.call(retry, () -> value(rule, proxy, arguments));
    }
    long start = PlainCall.startTick(retry);
    long mark = RetryReport.mark();
    Object value;
    try {
      value = value(rule, proxy, arguments);
    } catch (Throwable failure) {
      return PlainCall.afterFailure(
          retry, () -> value(rule, proxy, arguments), failure, start, mark);
    }
    PlainCall.succeeded(retry, start);
    return value;
  }

  @SuppressWarnings("NullAway") // nullness of type arguments is not checked
  private @Nullable Object value(
      RetryMethod rule, Object proxy, @Nullable Object @Nullable [] arguments) throws Throwable {
    Object value = attempt(proxy, arguments);
    return switch (kind) {
      case RETURNS_NOTHING -> VoidResult.DONE;
      case RETURNS_ANYTHING -> rule.notStage(value);
      default -> value;
    };
  }

  private @Nullable Object attempt(Object proxy, @Nullable Object @Nullable [] arguments)
      throws Throwable {
    return (Object) attempt.invokeExact(proxy, arguments);
  }
}
