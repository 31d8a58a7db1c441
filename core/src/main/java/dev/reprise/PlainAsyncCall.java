package dev.reprise;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The call of an operation that starts a stage and does not see its attempts, for its value, in no
 * context: the commonest, and the smallest.
 */
final class PlainAsyncCall<T extends @Nullable Object> extends AsyncCall<T, T> {

  PlainAsyncCall(Retry retry, Object operation, long startNanos, long mark) {
    super(retry, operation, startNanos, mark);
  }

  @Override
  AsyncForm<T, T> form() {
    return AsyncForm.stagesToValue();
  }

  @Override
  boolean isClocked() {
    return retry.isTimed();
  }

  @Override
  Surroundings.Captured context() {
    return Surroundings.Captured.NOTHING;
  }

  @Override
  void forgetContext() {}

  @Override
  Executor bareExecutor() {
    return retry.executor();
  }

  @Override
  Object executorKey() {
    return retry.hasExecutor() ? retry.executor() : retry.environment();
  }
}
