package dev.reprise;

import dev.reprise.report.RetryReport;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** An asynchronous call of any form. */
final class FormedAsyncCall<T extends @Nullable Object, R extends @Nullable Object>
    extends AsyncCall<T, R> {

  private final AsyncForm<T, R> form;
  private final Executor executor;
  private Surroundings.Captured context;

  /** Where later attempts start is left to the retry. */
  FormedAsyncCall(CallSettings settings, Object operation, AsyncForm<T, R> form) {
    this(settings, operation, form, settings.executor(), settings.captureContext());
  }

  FormedAsyncCall(
      CallSettings settings,
      Object operation,
      AsyncForm<T, R> form,
      Executor executor,
      Surroundings.Captured context) {
    super(settings, operation, settings.ticks().nanos(), RetryReport.mark());
    this.form = form;
    this.executor = executor;
    this.context = context;
  }

  @Override
  AsyncForm<T, R> form() {
    return form;
  }

  @Override
  boolean isClocked() {
    return true;
  }

  @Override
  Surroundings.Captured context() {
    return context;
  }

  @Override
  void forgetContext() {
    context = Surroundings.Captured.NOTHING;
  }

  @Override
  Executor bareExecutor() {
    return executor;
  }

  @Override
  Object executorKey() {
    return executor;
  }
}
