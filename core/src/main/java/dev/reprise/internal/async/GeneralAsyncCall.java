package dev.reprise.internal.async;

import dev.reprise.internal.call.CallSettings;
import dev.reprise.internal.context.ContextCapture;
import dev.reprise.report.RetryReport;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** An asynchronous call of any form. */
public final class GeneralAsyncCall<T extends @Nullable Object, R extends @Nullable Object>
    extends AsyncCall<T, R> {

  private final AsyncCallKind<T, R> form;
  private final Executor executor;
  private ContextCapture.Captured context;

  /** The retry decides on which executor later attempts start. */
  public GeneralAsyncCall(CallSettings settings, Object operation, AsyncCallKind<T, R> form) {
    this(settings, operation, form, settings.executor(), settings.captureContext());
  }

  public GeneralAsyncCall(
      CallSettings settings,
      Object operation,
      AsyncCallKind<T, R> form,
      Executor executor,
      ContextCapture.Captured context) {
    super(settings, operation, settings.ticks().nanos(), RetryReport.mark());
    this.form = form;
    this.executor = executor;
    this.context = context;
  }

  @Override
  public AsyncCallKind<T, R> form() {
    return form;
  }

  @Override
  public boolean isClocked() {
    return true;
  }

  @Override
  public ContextCapture.Captured context() {
    return context;
  }

  @Override
  public void forgetContext() {
    context = ContextCapture.Captured.NOTHING;
  }

  @Override
  public Executor bareExecutor() {
    return executor;
  }
}
