package dev.reprise.testing.faults;

import dev.reprise.Backup;
import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.classify.Verdict;
import dev.reprise.context.CallContext;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent;
import dev.reprise.function.Operation;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.faults.FaultInjector.Fault;
import java.io.IOException;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** One call of one shape with faulty parts, from its beginning to its end. */
final class Trial {

  static final long EVENT_MILLIS = 20;
  private static final long HEDGE_MILLIS = 50;
  private static final long TIMEOUT_MILLIS = 200;

  final Shape shape;
  final Script script;
  final Setup setup;
  final TrialRuntime world;
  final FaultInjector hostile;
  final AuditingBudget books;
  final ScriptedWork work;
  final FaultyEnvironment environment;
  final RecordingListener recorder = new RecordingListener();
  private final List<WeakReference<?>> remains = new ArrayList<>();
  private final Retry retry;
  private @Nullable Throwable shutdownFailure;
  private @Nullable Throwable cancelFailure;
  private int shutdownActions;
  private boolean interrupted;
  private boolean shutDown;

  Trial(Shape shape, Script script, Setup setup, TrialRuntime world, List<Fault> faults) {
    this.shape = shape;
    this.script = script;
    this.setup = setup;
    this.world = world;
    hostile = new FaultInjector(world, faults);
    books = new AuditingBudget(hostile);
    work = new ScriptedWork(script, hostile, world, setup.isFull());
    environment = new FaultyEnvironment(world, hostile);
    retry = makeRetry();
  }

  private boolean has(Part part) {
    return setup.isFull() || hostile.involves(part);
  }

  private Retry makeRetry() {
    Retry made = Retry.of(policy()).withEnvironment(environment.orSystem()).withBudget(books);
    if (has(Part.EXECUTOR) || shape.isHedged()) {
      made = made.withExecutor(executor());
    }
    if (has(Part.LISTENER)) {
      made = made.withListener(recorder).withListener(this::listen);
    }
    if (has(Part.WORDS)) {
      made = made.describingFailures(failure -> hostile.at(Part.WORDS, () -> "in other words"));
    }
    if (has(Part.CONTEXT_CAPTURE) || has(Part.CONTEXT_OPEN) || has(Part.CONTEXT_CLOSE)) {
      made = made.withContext(context());
    }
    return made;
  }

  private void listen(RetryEvent event) {
    hostile.run(Part.LISTENER, () -> {});
  }

  private CallContext context() {
    return () ->
        hostile.at(
            Part.CONTEXT_CAPTURE,
            () ->
                () ->
                    hostile.at(
                        Part.CONTEXT_OPEN, () -> () -> hostile.run(Part.CONTEXT_CLOSE, () -> {})));
  }

  private RetryPolicy policy() {
    RetryPolicyBuilder policy =
        RetryPolicy.builder().maxAttempts(3).within(Duration.ofMinutes(1)).backoff(backoff());
    if (!hostile.involves(Part.RETRY_IF)) {
      policy.retryOn(ConnectionReset.class);
    }
    addConditions(policy);
    if (script.needsTimeout() || hostile.involves(Part.CHANNEL) || hasTimeout()) {
      policy.attemptTimeout(Duration.ofMillis(world.millis(TIMEOUT_MILLIS)));
    }
    if (script.isRejected() || has(Part.RETRY_ON_RESULT)) {
      policy.retryOnResult("rejected", ScriptedWork.Page.class, this::rejects);
    }
    if (script.isRejected() && has(Part.CLOSER)) {
      policy.closingRejected();
    }
    if (shape.isHedged()) {
      policy.hedge(Hedge.after(Duration.ofMillis(world.millis(HEDGE_MILLIS))).maxInFlight(2));
      policy.idempotency(Idempotency.IDEMPOTENT);
    }
    return policy.build();
  }

  /** Timers need a timeout to watch; a call in token form has none. */
  private boolean hasTimeout() {
    return shape.kind != Shape.Kind.TOKEN
        && (setup.isFull() || hostile.involves(Part.DELAYER) || hostile.involves(Part.HANDLE));
  }

  private boolean rejects(ScriptedWork.Page page) {
    return Boolean.TRUE.equals(
        hostile.at(Part.RETRY_ON_RESULT, () -> ScriptedWork.isRejected(page)));
  }

  private void addConditions(RetryPolicyBuilder policy) {
    if (has(Part.RETRY_IF)) {
      policy.retryIf(
          "retryIf",
          failure -> hostile.at(Part.RETRY_IF, () -> failure instanceof ConnectionReset));
    }
    if (has(Part.ABORT_IF)) {
      policy.abortIf("abortIf", failure -> hostile.at(Part.ABORT_IF, () -> false));
    }
    if (has(Part.CLASSIFIER)) {
      policy.classifyWith(
          "classifier", outcome -> hostile.at(Part.CLASSIFIER, () -> Verdict.pass()));
    }
    if (has(Part.HINT)) {
      policy.hintFrom(
          "hint",
          ConnectionReset.class,
          failure -> hostile.<@Nullable Duration>at(Part.HINT, () -> null));
    }
    if (has(Part.RESULT_HINT)) {
      policy.hintFromResult(
          "resultHint",
          ScriptedWork.Page.class,
          page -> hostile.<@Nullable Duration>at(Part.RESULT_HINT, () -> null));
    }
  }

  private Backoff backoff() {
    Duration delay = Duration.ofMillis(world.millis(setup.delayMillis));
    Backoff backoff = setup.hasPauses() ? Backoff.fixed(delay) : Backoff.none();
    if (has(Part.BACKOFF)) {
      backoff =
          Backoff.custom(
              "backoff", (progress, view, now, random) -> hostile.at(Part.BACKOFF, delay::toNanos));
    }
    boolean drawn = has(Part.GENERATOR) || has(Part.GENERATOR_SOURCE);
    return drawn && setup.hasPauses() ? backoff.jitter(Jitter.equal()) : backoff;
  }

  Retry retry() {
    return retry;
  }

  /** Returns the executor of the user, which misbehaves if it is the tested part. */
  Executor executor() {
    return task -> hostile.task(Part.EXECUTOR, task, world.executor()::execute);
  }

  /** Returns the operation, to which no reference may remain after the call. */
  Operation<@Nullable Object, Exception> operation() {
    Object token = token();
    return () -> {
      Reference.reachabilityFence(token);
      return attempt();
    };
  }

  /** Returns the operation for stages, see {@link #operation()}. */
  Operation<CompletionStage<@Nullable Object>, Exception> stageOperation() {
    Object token = token();
    return () -> {
      Reference.reachabilityFence(token);
      return stage();
    };
  }

  private Object token() {
    Object token = new Object();
    remains.add(new WeakReference<>(token));
    return token;
  }

  /** Returns references that must be cleared after the call, although its retry is kept. */
  List<WeakReference<?>> remains() {
    return remains;
  }

  @Nullable Object attempt() throws Exception {
    return work.call(Part.OPERATION);
  }

  @Nullable Object alternate() throws Exception {
    return work.call(Part.ALTERNATE);
  }

  CompletionStage<@Nullable Object> stage() {
    return work.stage(Part.OPERATION);
  }

  CompletionStage<@Nullable Object> alternateStage() {
    return work.stage(Part.ALTERNATE);
  }

  @Nullable Object fallback(RetryResult<@Nullable Object> failed) throws Throwable {
    return hostile.<@Nullable Object>at(Part.FALLBACK, failed::valueOrThrow);
  }

  /** Returns a backup that fails, so that the call ends as without it. */
  Backup<@Nullable Object> backup() {
    return Backup.ofStage(
        () ->
            hostile.at(Part.BACKUP, () -> CompletableFuture.failedFuture(new IOException("down"))));
  }

  /** Returns such a backup that blocks, on the executor. */
  Backup<@Nullable Object> blockingBackup() {
    return Backup.of(() -> hostile.<@Nullable Object>at(Part.BACKUP, Trial::noBackup));
  }

  private static @Nullable Object noBackup() throws IOException {
    throw new IOException("down");
  }

  /** Begins the call, and causes the event of its script. */
  CompletableFuture<?> begin() {
    if (script.event == Script.Event.SHUT_DOWN) {
      addShutdownActions();
      world.later(EVENT_MILLIS, this::shutDown);
    }
    Thread caller = Thread.currentThread();
    if (script.event == Script.Event.INTERRUPT) {
      world.later(
          EVENT_MILLIS,
          () -> {
            interrupted = true;
            caller.interrupt();
          });
    }
    CompletableFuture<?> call = shape.form.begin(this);
    if (script.event == Script.Event.CANCEL) {
      world.later(EVENT_MILLIS, () -> cancel(call));
    }
    if (shape.isAsync() && has(Part.DEPENDENT)) {
      depend(call);
    }
    return call;
  }

  /** The JDK calls methods of a future's failure for its text, which may throw. */
  private void depend(CompletableFuture<?> call) {
    try {
      CompletableFuture<?> unused =
          call.whenComplete((value, failure) -> hostile.run(Part.DEPENDENT, () -> {}));
    } catch (Throwable failure) {
      boolean ours = hostile.thrown().stream().anyMatch(bug -> bug == failure);
      if (!ours) {
        throw failure;
      }
    }
  }

  private void cancel(CompletableFuture<?> call) {
    try {
      call.cancel(true);
    } catch (Throwable failure) {
      cancelFailure = failure;
    }
  }

  /** Returns the exception that {@code cancel} threw; it must never throw. */
  @Nullable Throwable cancelFailure() {
    return cancelFailure;
  }

  private void addShutdownActions() {
    for (int i = 0; i < 4; i++) {
      Runnable unused =
          i == 1 && has(Part.ON_SHUTDOWN)
              ? retry.onShutdown(() -> hostile.run(Part.ON_SHUTDOWN, () -> {}))
              : retry.onShutdown(() -> shutdownActions++);
    }
  }

  private void shutDown() {
    shutDown = true;
    try {
      retry.shutdown();
    } catch (Throwable failure) {
      shutdownFailure = failure;
    }
  }

  @Nullable Throwable shutdownFailure() {
    return shutdownFailure;
  }

  /** Returns whether the caller's thread was interrupted. */
  boolean isInterrupted() {
    return interrupted;
  }

  boolean isShutDown() {
    return shutDown;
  }

  /** Returns the number of correct shutdown actions that did not run. */
  int missingShutdownActions() {
    return (has(Part.ON_SHUTDOWN) ? 3 : 4) - shutdownActions;
  }

  /** Returns the stop reason that listeners received; null if they received none. */
  @Nullable StopReason heardReason() {
    List<RetryEvent.CallFinished> ends = recorder.recorded(RetryEvent.CallFinished.class);
    return ends.size() == 1 ? ends.get(0).stopReason() : null;
  }

  @Override
  public String toString() {
    return shape + " " + script + " " + setup;
  }
}
