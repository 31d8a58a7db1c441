package dev.reprise.internal.async;

import dev.reprise.internal.call.CallSettings;
import dev.reprise.internal.context.ContextCapture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The call of an operation that starts a stage and does not see its attempts, for its value, in no
 * context: the most common kind, and the smallest.
 */
public final class PlainAsyncCall<T extends @Nullable Object> extends AsyncCall<T, T> {

  public PlainAsyncCall(CallSettings settings, Object operation, long startNanos, long mark) {
    super(settings, operation, startNanos, mark);
  }

  @Override
  public AsyncCallKind<T, T> form() {
    return AsyncCallKind.stagesToValue();
  }

  @Override
  public boolean isClocked() {
    return settings.readsClock();
  }

  @Override
  public ContextCapture.Captured context() {
    return ContextCapture.Captured.NOTHING;
  }

  @Override
  public void forgetContext() {}

  @Override
  public Executor bareExecutor() {
    return settings.executor();
  }

  @Override
  public Object executorKey() {
    return settings.hasExecutor() ? settings.executor() : settings.environment();
  }
}
