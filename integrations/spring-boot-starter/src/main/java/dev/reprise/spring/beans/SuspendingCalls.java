package dev.reprise.spring.beans;

import dev.reprise.declared.MethodAttempt;
import dev.reprise.declared.RetryMethod;
import java.util.Objects;
import kotlin.ResultKt;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.CoroutineContext;
import kotlin.coroutines.intrinsics.IntrinsicsKt;
import kotlinx.coroutines.Job;
import kotlinx.coroutines.reactor.MonoKt;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Signal;

/**
 * Calls of suspend functions of Kotlin. If {@code kotlinx-coroutines-reactor} is on the class path,
 * a proxy of Spring calls such a function as a Mono: it expects one from its interceptors, and
 * waits for it in the coroutine of the caller. Loaded only if that library is present.
 */
final class SuspendingCalls {

  private SuspendingCalls() {}

  /**
   * Makes a call as a Mono, which runs the retries in a coroutine with the context of the caller.
   *
   * @param attempt calls the function, and returns its Mono
   */
  static Object call(
      RetryMethod rule, MethodInvocation invocation, Object proxy, MethodAttempt attempt) {
    @Nullable Object[] arguments = invocation.getArguments();
    CoroutineContext context = continuation(arguments).getContext().minusKey(Job.Key);
    return MonoKt.mono(
        context,
        (scope, own) ->
            rule.call(
                values -> suspended(attempt.call(values), values),
                proxy,
                invocation.getThis(),
                replaced(arguments, own)));
  }

  /** As a suspend function: the value, or the mark that the continuation gets it later. */
  private static @Nullable Object suspended(
      @Nullable Object result, @Nullable Object @Nullable [] arguments) throws Throwable {
    if (!(result instanceof Mono<?> mono) || arguments == null) {
      return result;
    }
    Object end = MonoKt.awaitSingleOrNull(mono.materialize(), new SignalReceiver(arguments));
    return end instanceof Signal<?> signal ? valueOf(signal) : end;
  }

  private static @Nullable Object valueOf(Signal<?> end) throws Throwable {
    Throwable failure = end.getThrowable();
    if (failure != null) {
      throw failure;
    }
    return end.get();
  }

  /**
   * Gives the end of a Mono to a continuation. An exception is a signal until here, because
   * coroutines copy exceptions if assertions are enabled, and the report would be on the copy.
   */
  private static final class SignalReceiver implements Continuation<@Nullable Signal<?>> {

    private final Continuation<@Nullable Object> receiver;

    SignalReceiver(@Nullable Object[] arguments) {
      receiver = IntrinsicsKt.intercepted(continuation(arguments));
    }

    @Override
    public CoroutineContext getContext() {
      return receiver.getContext();
    }

    @Override
    public void resumeWith(Object result) {
      if (!(result instanceof Signal<?> signal)) {
        receiver.resumeWith(result); // a cancellation
        return;
      }
      Throwable failure = signal.getThrowable();
      receiver.resumeWith(failure == null ? signal.get() : ResultKt.createFailure(failure));
    }
  }

  private static @Nullable Object[] replaced(
      @Nullable Object[] arguments, Continuation<?> continuation) {
    @Nullable Object[] changed = arguments.clone();
    changed[changed.length - 1] = continuation;
    return changed;
  }

  @SuppressWarnings("unchecked") // the compiler of Kotlin adds this parameter
  private static Continuation<@Nullable Object> continuation(@Nullable Object[] arguments) {
    Object last = arguments[arguments.length - 1];
    return (Continuation<@Nullable Object>) Objects.requireNonNull(last);
  }
}
