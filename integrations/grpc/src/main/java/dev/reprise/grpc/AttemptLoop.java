package dev.reprise.grpc;

import dev.reprise.DrivenCall;
import dev.reprise.Retry;
import dev.reprise.RetryStep;
import dev.reprise.classify.Outcome;
import dev.reprise.context.CallContext;
import dev.reprise.decision.StopReason;
import dev.reprise.function.Attempt;
import dev.reprise.report.RetryReport;
import dev.reprise.time.RetryEnvironment;
import io.grpc.Attributes;
import io.grpc.ClientCall;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Deadline;
import io.grpc.Metadata;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Makes the attempts of one call: starts them, follows the steps of a {@link DrivenCall}, and
 * passes the responses of the winning attempt on.
 */
final class AttemptLoop<ReqT, RespT> implements AttemptCall.Events<RespT>, CallTasks.Events {

  /*
   * Concurrency. Events come from the caller (request, cancel), the attempts, the timer, the
   * caller's Context and a shutdown. Each is a task of one queue, so the driven call, the attempts
   * in flight and the fields below "within the queue" are used by one thread at a time. The thread
   * that adds an event to an idle queue runs it, and then all events that were added meanwhile; no
   * thread waits for another one. Callbacks of the caller's listener are not run there but by
   * Deliveries. The events of one attempt are processed in their order, because its callbacks come
   * one after another and the queue keeps the order.
   *
   * An attempt that was superseded, cancelled or timed out is marked as over within the queue.
   * Events of it that are processed later are ignored, so a late response cannot reach the caller.
   */

  private static final String NO_ATTEMPT = "the deadline was over before the first attempt";

  private final GrpcPlanner planner;
  private final AttemptStarter<ReqT, RespT> starter;
  private final Metadata headers;
  private final Context.CancellationListener contextEnded = this::contextEnded;
  private final boolean streaming;
  private final CallTasks tasks;
  private final Deliveries<RespT> deliveries;
  private final SerialQueue queue = new SerialQueue(this::fail);

  // Used within the queue.
  private final List<AttemptCall<RespT>> inFlight = new ArrayList<>(1);
  private @Nullable DrivenCall<@Nullable RespT> driven;
  private @Nullable AttemptCall<RespT> answer;
  private @Nullable AttemptCall<RespT> forbidding;
  private @Nullable RetryStep next;
  private @Nullable Runnable shutdownHook;
  private @Nullable Retry retry;
  private int requested;
  private boolean following;
  private boolean over;
  private boolean held;

  /** Written within the queue; the caller's thread reads it for isReady. */
  private volatile @Nullable AttemptCall<RespT> committed;

  /** Those of the attempt that has ended last; it is not kept itself while the call waits. */
  private volatile Attributes attributes = Attributes.EMPTY;

  AttemptLoop(
      AttemptStarter<ReqT, RespT> starter, ClientCall.Listener<RespT> listener, Metadata headers) {
    this.starter = starter;
    planner = starter.planner();
    this.headers = headers;
    RetryEnvironment environment = planner.retry().environment();
    Executor own = starter.options().getExecutor();
    streaming = starter.isStreaming();
    Executor executor = own == null ? environment.executor() : own;
    Context context = Context.current();
    Deadline deadline = GrpcPlanner.earlier(starter.options().getDeadline(), context.getDeadline());
    tasks = new CallTasks(environment.delayer(), executor, context, deadline, this);
    deliveries =
        new Deliveries<>(listener, executor, context, this::callScope, this::listenerFailed);
  }

  /** Watches the caller's context, and the deadline until the attempts have one. */
  void awaitRequest() {
    on(() -> watchCaller(NO_ATTEMPT), false);
  }

  /** The call of the attempt to which this call is committed; null before. */
  @Nullable ClientCall<?, RespT> committed() {
    AttemptCall<RespT> one = committed;
    return one == null ? null : one.call();
  }

  /** The attributes of the attempt whose header or end the caller gets; empty before. */
  Attributes attributes() {
    AttemptCall<RespT> one = committed;
    return one == null ? attributes : one.attributes();
  }

  /** Runs an event, and then delivers the callbacks that it caused. */
  void on(Runnable event, boolean onExecutor) {
    queue.execute(event);
    deliveries.flush(onExecutor);
  }

  // Below: within the queue.

  /** While no attempt sees the end of context and deadline. */
  private void watchCaller(String waits) {
    tasks.context().addListener(contextEnded, Runnable::run); // grpc drops what an executor rejects
    tasks.waitForDeadline(() -> callerTooLate(waits), this::rejected);
  }

  private void callerTooLate(String waits) {
    if (driven == null || held) { // an attempt may have begun since the timer was due
      stop(Status.DEADLINE_EXCEEDED.withDescription(waits));
    }
  }

  void requestMore(int count) {
    AttemptCall<RespT> one = committed;
    if (one != null) {
      Objects.requireNonNull(one.call()).request(count);
      return;
    }
    requested = (int) Math.min(Integer.MAX_VALUE, (long) requested + count);
    if (held) {
      deliverHeld();
    }
    for (int i = 0; streaming && i < inFlight.size(); i++) { // changes of it are events
      ClientCall<?, RespT> call = inFlight.get(i).call();
      if (call != null) {
        call.request(count);
      }
    }
  }

  /** Delivers the response of a unary call as far as its caller has requested it. */
  private void deliverHeld() {
    AttemptCall<RespT> one = Objects.requireNonNull(answer);
    int most = requested;
    if (most < one.messages()) {
      deliveries.add(listener -> one.deliverTo(listener, most));
    } else {
      endHeld();
      deliveries.addAll(one, one.status(), one.trailers());
    }
  }

  private void endHeld() {
    held = false;
    tasks.stopTimer();
    tasks.context().removeListener(contextEnded);
  }

  private void contextEnded(Context ended) {
    Status status = Contexts.statusFromCancelled(ended);
    tasks.hop(() -> stop(status), full -> stop(status));
  }

  void stop(Status status) {
    AttemptCall<RespT> one = committed;
    if (one != null) {
      one.cancelStream(status.getDescription(), status.getCause());
    } else if (held) {
      endHeld();
      deliveries.addClose(status, new Metadata());
    } else {
      if (!inFlight.isEmpty()) {
        attributes = inFlight.get(0).attributes();
      }
      end(status, new Metadata());
    }
  }

  /** The request is complete: makes the first attempt. */
  void begin() {
    if (over) {
      return;
    }
    tasks.stopTimer();
    if (tasks.isTooLate()) {
      callerTooLate(NO_ATTEMPT);
      return;
    }
    Retry selected = starter.retryFor(headers, tasks.deadline());
    retry = selected;
    DrivenCall<@Nullable RespT> call = selected.driver().start();
    driven = call;
    follow(call.next());
  }

  /**
   * Follows the steps in a loop, because an attempt may fail at once and the next start at once.
   */
  private void follow(RetryStep step) {
    if (step instanceof RetryStep.Await || over) {
      return;
    }
    next = step;
    if (following) {
      return;
    }
    following = true;
    try {
      for (RetryStep now = next; now != null && !over; now = next) {
        next = null;
        tasks.stopTimer();
        act(now);
      }
    } finally {
      following = false;
    }
  }

  private void act(RetryStep step) {
    if (step instanceof RetryStep.End) {
      finish();
    } else if (step instanceof RetryStep.AttemptNow) {
      attempt(step);
    } else {
      watchShutdown();
      if (next == null) { // a shutdown may have replaced the step
        tasks.waitFor(step.delay().toNanos(), () -> attempt(step), this::rejected);
      }
    }
  }

  /** The context of the retry, for callbacks of the caller. */
  private CallContext.Scope callScope() {
    DrivenCall<@Nullable RespT> call = driven;
    return call == null ? () -> {} : call.enter();
  }

  private DrivenCall<@Nullable RespT> driven() {
    return Objects.requireNonNull(driven);
  }

  private void watchShutdown() {
    if (shutdownHook == null) {
      shutdownHook = () -> {};
      shutdownHook =
          Objects.requireNonNull(retry)
              .onShutdown(() -> tasks.hop(this::shutDown, full -> shutDown()));
    }
  }

  private void shutDown() {
    follow(driven().stop(StopReason.SHUT_DOWN));
  }

  @Override
  public void runUnlessOver(Runnable event, boolean onExecutor) {
    on(
        () -> {
          if (!over || held) {
            event.run();
          }
        },
        onExecutor);
  }

  /** The timer or the executor rejected the current step, or the wait for the request. */
  private void rejected(Throwable full) {
    if (driven != null) {
      follow(driven().rejected(full));
    }
  }

  private void attempt(RetryStep step) {
    if (forbidding != null) {
      return; // no further hedge
    }
    DrivenCall<@Nullable RespT> call = driven();
    Attempt attempt = call.begin(step);
    follow(call.next());
    if (attempt != null && !over) {
      send(call, new AttemptCall<>(this, attempt, RetryReport.mark()));
    }
  }

  private void send(DrivenCall<@Nullable RespT> call, AttemptCall<RespT> attempt) {
    inFlight.add(attempt);
    Context context = tasks.context();
    Context before = context.attach();
    Throwable failure = null;
    try (CallContext.Scope scope = call.enter(attempt.attempt())) {
      starter.start(attempt, headers, requested);
    } catch (Throwable thrown) {
      failure = thrown;
    } finally {
      context.detach(before);
    }
    if (failure != null) {
      inFlight.remove(attempt);
      attempt.cancel("the attempt could not be started", failure);
      follow(call.failed(attempt.attempt(), failure));
    } else if (!attempt.isOver()) {
      call.timeout(attempt.attempt()).ifPresent(limit -> watch(attempt, limit));
    }
  }

  private void watch(AttemptCall<RespT> attempt, Duration limit) {
    try {
      attempt.setTimeout(
          tasks.after(
              AttemptStarter.nanosOf(limit), () -> timedOut(attempt), full -> timedOut(attempt)));
    } catch (Throwable full) {
      inFlight.remove(attempt);
      attempt.cancel("the timer rejected the timeout of the attempt", full);
      follow(driven().failed(attempt.attempt(), full));
    }
  }

  private void timedOut(AttemptCall<RespT> attempt) {
    if (!attempt.isOver()) {
      inFlight.remove(attempt);
      attempt.cancel("the attempt took too long", null); // afterwards its facts do not change
      ended(attempt, driven().failed(attempt.attempt(), timeoutOf(attempt, null)));
    }
  }

  /** The cause has the words of the transport, such as the address, if it has ended the attempt. */
  private Throwable timeoutOf(AttemptCall<RespT> attempt, @Nullable Throwable cause) {
    return planner.timeoutOf(attempt, Objects.requireNonNull(retry).policy(), cause);
  }

  @Override
  public boolean isStreaming() {
    return streaming;
  }

  @Override
  public void responded(AttemptCall<RespT> attempt, Deliveries.Response<RespT> response) {
    on(
        () -> {
          if (attempt == committed) {
            if (!attempt.isOver()) {
              deliveries.add(response);
            }
          } else if (!attempt.isOver()) {
            commit(attempt);
            deliveries.add(response);
          }
        },
        true);
  }

  /** The first response of a stream: the call belongs to this attempt. */
  private void commit(AttemptCall<RespT> attempt) {
    inFlight.remove(attempt);
    attempt.stopTimeout();
    committed = attempt;
    follow(driven().succeeded(attempt.attempt()));
  }

  @Override
  public void ready(AttemptCall<RespT> attempt) {
    on(
        () -> {
          if (attempt == committed) {
            deliveries.add(ClientCall.Listener::onReady);
          }
        },
        true);
  }

  @Override
  public void closed(AttemptCall<RespT> attempt, Status status, Metadata trailers) {
    on(
        () -> {
          if (attempt == committed) {
            if (!attempt.isOver()) {
              attempt.markOver();
              deliveries.addClose(status, trailers);
            }
          } else if (!attempt.isOver()) {
            attempt.markOver();
            inFlight.remove(attempt);
            if (!inFlight.isEmpty() && !status.isOk() && ServerHint.of(trailers).endsCall()) {
              forbidding = attempt;
            } else {
              ended(attempt, judge(attempt, status, trailers));
            }
          } else if (status.isOk()
              && !streaming) { // too late: the driver closes what must be closed
            RetryStep unused = attempt.returnTo(driven());
          }
        },
        true);
  }

  /**
   * Follows the step after the end of an attempt. If it was the last one in flight and decided
   * nothing, an attempt that has forbidden further ones is reported, which ends the call.
   */
  private void ended(AttemptCall<RespT> attempt, RetryStep step) {
    attributes = attempt.attributes();
    AttemptCall<RespT> last = forbidding;
    follow(step);
    if (last != null && inFlight.isEmpty() && !over) {
      attributes = last.attributes();
      follow(judge(last, last.status(), last.trailers()));
    }
  }

  private RetryStep judge(AttemptCall<RespT> attempt, Status status, Metadata trailers) {
    DrivenCall<@Nullable RespT> call = driven();
    if (status.isOk()) {
      answer = attempt;
      return streaming ? call.succeeded(attempt.attempt()) : attempt.returnTo(call);
    }
    boolean tooLong =
        status.getCode() == Status.Code.DEADLINE_EXCEEDED
            && (attempt.isExpired() || tasks.isTooLate());
    Throwable failure = planner.failureOf(attempt, status, trailers);
    return call.failed(attempt.attempt(), tooLong ? timeoutOf(attempt, failure) : failure);
  }

  private void finish() {
    Outcome<@Nullable RespT> outcome = driven().outcome();
    AttemptCall<RespT> answered = answer;
    if (committed != null) {
      release("another attempt has responded", null);
    } else if (outcome instanceof Outcome.Threw<@Nullable RespT> threw) {
      Throwable failure = threw.failure();
      end(GrpcPlanner.statusOf(failure), GrpcPlanner.trailersOf(failure));
    } else {
      release("another attempt has responded", null);
      if (answered != null) {
        hold(answered);
      }
    }
  }

  /** The attempt has ended with OK; what the caller has not requested is held. */
  private void hold(AttemptCall<RespT> answered) {
    if (requested < answered.messages()) {
      watchCaller("the response was not requested");
    }
    held = true;
    deliverHeld();
  }

  /** Ends the call with a status, unless it has ended. */
  private void end(Status status, Metadata trailers) {
    if (!over) {
      release(status.getDescription(), status.getCause());
      deliveries.addClose(status, trailers);
    }
  }

  /** Releases timers, hooks, buffers and the attempts in flight. */
  private void release(@Nullable String reason, @Nullable Throwable cause) {
    over = true;
    tasks.stopTimer();
    Runnable hook = shutdownHook;
    if (hook != null) {
      hook.run();
    }
    tasks.context().removeListener(contextEnded);
    String text = reason == null ? "the call has ended" : reason;
    for (int i = inFlight.size() - 1; i >= 0; i--) {
      inFlight.remove(i).cancel(text, cause);
    }
    starter.request().release();
    DrivenCall<@Nullable RespT> call = driven;
    if (call != null) {
      call.close();
    }
  }

  /** A callback of the caller threw: the call is cancelled, as by grpc itself. */
  private void listenerFailed(Throwable bug) {
    AttemptCall<RespT> one = committed;
    if (one != null) {
      one.cancelStream("Failed to process a response", bug);
    }
  }

  private void fail(Throwable bug) {
    CallLog.eventFailed(bug);
    AttemptCall<RespT> one = committed;
    if (one != null) {
      one.cancelStream("internal error of the retry", bug);
    }
    end(
        Status.INTERNAL.withDescription("internal error of the retry").withCause(bug),
        new Metadata());
  }
}
