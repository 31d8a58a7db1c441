package dev.reprise;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The call of an operation that starts a stage and does not see its attempts, for its value, in no
 * context: the commonest, and the smallest.
 */
final class PlainAsyncCall<T extends @Nullable Object> extends AsyncCall<T, T> {

  PlainAsyncCall(CallSettings settings, Object operation, long startNanos, long mark) {
    super(settings, operation, startNanos, mark);
  }

  @Override
  AsyncForm<T, T> form() {
    return AsyncForm.stagesToValue();
  }

  @Override
  boolean isClocked() {
    return settings.readsClock();
  }

  @Override
  Surroundings.Captured context() {
    return Surroundings.Captured.NOTHING;
  }

  @Override
  void forgetContext() {}

  @Override
  Executor bareExecutor() {
    return settings.executor();
  }

  @Override
  Object executorKey() {
    return settings.hasExecutor() ? settings.executor() : settings.environment();
  }
}
