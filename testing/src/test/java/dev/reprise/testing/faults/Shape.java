package dev.reprise.testing.faults;

import dev.reprise.PlainCall;
import dev.reprise.RetryCall;
import dev.reprise.declared.RetryProxy;
import dev.reprise.declared.Retryable;
import dev.reprise.function.AttemptOperation;
import dev.reprise.report.RetryReport;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The ways to call. */
enum Shape {
  CALL(Kind.BLOCKING, t -> over(() -> t.retry().call(t.operation()))),
  RUN(
      Kind.BLOCKING,
      t ->
          over(
              () -> {
                t.retry().run(t.operation()::call);
                return null;
              })),
  CALL_WITH(Kind.BLOCKING, t -> over(() -> t.retry().callWith(attempt -> t.attempt()))),
  EXECUTE(Kind.BLOCKING, t -> over(() -> t.retry().execute(t.operation()))),
  CALL_OR_ELSE(Kind.BLOCKING, t -> over(() -> t.retry().callOrElse(t.operation(), t::fallback))),
  CALL_BACKED(Kind.BLOCKING, t -> over(() -> t.retry().callOrElse(t.operation(), t.backup()))),
  ALTERNATES(
      Kind.BLOCKING,
      t ->
          over(
              () ->
                  t.retry()
                      .callWith(AttemptOperation.of(t::attempt).fromAttempt(2, t::alternate)))),
  DECORATED(Kind.BLOCKING, t -> over(() -> t.retry().decorateCallable(t::attempt).call())),
  PROXY(Kind.BLOCKING, t -> over(() -> proxy(t).fetch())),
  GENERATED(Kind.BLOCKING, t -> over(() -> generated(t))),
  TOKEN(Kind.TOKEN, t -> over(() -> token(t))),

  ASYNC(Kind.STAGES, t -> t.retry().callAsync(t.stageOperation())),
  ASYNC_WITH(Kind.STAGES, t -> t.retry().callAsyncWith(attempt -> t.stage())),
  EXECUTE_ASYNC(Kind.STAGES, t -> t.retry().executeAsync(t.stageOperation())),
  ASYNC_OR_ELSE(Kind.STAGES, t -> t.retry().callAsyncOrElse(t.stageOperation(), t::fallback)),
  ASYNC_BACKED(Kind.STAGES, t -> t.retry().callAsyncOrElse(t.stageOperation(), t.backup())),
  ASYNC_ALTERNATES(
      Kind.STAGES,
      t ->
          t.retry().callAsyncWith(AttemptOperation.of(t::stage).fromAttempt(2, t::alternateStage))),
  STAGE_PROXY(Kind.STAGES, t -> proxy(t).fetchLater()),

  ON_EXECUTOR(Kind.ON_EXECUTOR, t -> t.retry().callAsync(t.operation(), t.executor())),
  EXECUTE_ON_EXECUTOR(Kind.ON_EXECUTOR, t -> t.retry().executeAsync(t.operation(), t.executor())),
  ON_EXECUTOR_OR_ELSE(
      Kind.ON_EXECUTOR, t -> t.retry().callAsyncOrElse(t.operation(), t.executor(), t::fallback)),
  ON_EXECUTOR_BACKED(
      Kind.ON_EXECUTOR,
      t -> t.retry().callAsyncOrElse(t.operation(), t.executor(), t.blockingBackup())),

  HEDGED_CALL(Kind.BLOCKING, CALL.form),
  HEDGED_EXECUTE(Kind.BLOCKING, EXECUTE.form),
  HEDGED_OR_ELSE(Kind.BLOCKING, CALL_OR_ELSE.form),
  HEDGED_ASYNC(Kind.STAGES, ASYNC.form),
  HEDGED_ASYNC_OR_ELSE(Kind.STAGES, ASYNC_OR_ELSE.form),
  HEDGED_ASYNC_BACKED(Kind.STAGES, ASYNC_BACKED.form),
  HEDGED_ON_EXECUTOR(Kind.ON_EXECUTOR, ON_EXECUTOR.form);

  /** The thread that runs the attempts. */
  enum Kind {
    /** The caller's thread, or an executor while the caller waits. */
    BLOCKING,
    /** The caller's own loop. */
    TOKEN,
    /** Stages. */
    STAGES,
    /** An executor's threads. */
    ON_EXECUTOR
  }

  /** Begins the call; a call whose future is complete has ended. */
  @FunctionalInterface
  interface Form {
    CompletableFuture<?> begin(Trial trial);
  }

  final Kind kind;
  final Form form;

  Shape(Kind kind, Form form) {
    this.kind = kind;
    this.form = form;
  }

  boolean isHedged() {
    return name().startsWith("HEDGED");
  }

  boolean isAsync() {
    return kind == Kind.STAGES || kind == Kind.ON_EXECUTOR;
  }

  boolean hasFallback() {
    return name().endsWith("OR_ELSE");
  }

  boolean hasBackup() {
    return name().endsWith("BACKED");
  }

  boolean hasAlternates() {
    return name().endsWith("ALTERNATES");
  }

  boolean hasResult() {
    return name().contains("EXECUTE");
  }

  /** Returns whether policy and caller see the results of attempts. */
  boolean returnsValues() {
    return this != RUN;
  }

  /** Returns whether attempts run, or continue, on an executor of the user. */
  boolean usesExecutor() {
    return isAsync() || isHedged();
  }

  private static CompletableFuture<?> over(FaultInjector.Body<@Nullable Object> call) {
    try {
      return CompletableFuture.completedFuture(call.run());
    } catch (Throwable failure) {
      return CompletableFuture.failedFuture(failure);
    }
  }

  /** The interface behind a proxy. */
  interface Service {

    @Retryable
    @Nullable Object fetch() throws Exception;

    @Retryable
    CompletionStage<@Nullable Object> fetchLater();
  }

  private static ServiceFuture proxy(Trial t) {
    Service target =
        new Service() {
          @Override
          public @Nullable Object fetch() throws Exception {
            return t.attempt();
          }

          @Override
          public CompletionStage<@Nullable Object> fetchLater() {
            return t.stage();
          }
        };
    Service proxy = RetryProxy.of(t.retry(), Service.class, target, MethodHandles.lookup());
    return new ServiceFuture(proxy);
  }

  private record ServiceFuture(Service proxy) {

    @Nullable Object fetch() throws Exception {
      return proxy.fetch();
    }

    CompletableFuture<?> fetchLater() {
      return proxy.fetchLater().toCompletableFuture();
    }
  }

  /** Makes the call as the class does that the annotation processor generates. */
  private static @Nullable Object generated(Trial t) throws Exception {
    if (!PlainCall.isPlain(t.retry())) {
      return PlainCall.<@Nullable Object>call(t.retry(), t::attempt);
    }
    long start = PlainCall.startTick(t.retry());
    long mark = RetryReport.mark();
    Object value;
    try {
      value = t.attempt();
    } catch (Throwable failure) {
      return PlainCall.<@Nullable Object>afterFailure(t.retry(), t::attempt, failure, start, mark);
    }
    PlainCall.succeeded(t.retry(), start);
    return value;
  }

  private static @Nullable Object token(Trial t) throws Throwable {
    try (RetryCall call = t.retry().begin()) {
      while (true) {
        Object result;
        try {
          result = t.attempt();
        } catch (Throwable failure) {
          call.failed(failure);
          continue;
        }
        if (call.returned(result)) {
          return result;
        }
      }
    }
  }
}
