package dev.reprise.opentelemetry;

import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.context.CallContext;
import dev.reprise.decision.Decision;
import dev.reprise.decision.StopReason;
import dev.reprise.event.CallObserver;
import dev.reprise.event.RetryEvent;
import dev.reprise.function.Attempt;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The context of one call and, once it is retried, its spans.
 *
 * <p><b>Concurrency.</b> Events come one after the other and create and end the spans; attempts
 * begin on any thread and make the span of their number current. An attempt that begins before its
 * call has spans, or after its span has ended, runs in the context of the caller. With spans of all
 * calls, the first attempt itself creates its span, perhaps while the call ends: the end sets
 * {@code over} and then ends all spans in the map; the attempt puts its span into the map and then
 * reads {@code over}. So at least one of the two sees the other.
 *
 * <p><b>Time.</b> The spans of a call and of its first attempt begin before they are created, so
 * their start is computed from the wall clock. The first attempt ends after its measured duration.
 * All other times are those of the SDK, which agree with the spans of client libraries. See
 * docs/design/spans.md.
 */
final class CallTrace implements CallObserver.ObservedCall {

  private static final long NOT_BEGUN = Long.MIN_VALUE;

  private final RetrySpans spans;
  private final RetryEvent.Origin origin;
  private final Context caller;
  private final long callTick;
  private volatile long firstTick = NOT_BEGUN;
  private volatile @Nullable CallSpan call;
  private volatile boolean over;

  CallTrace(RetrySpans spans, RetryEvent.Origin origin, Context caller) {
    this.spans = spans;
    this.origin = origin;
    this.caller = caller;
    callTick = spans.tick();
  }

  /**
   * The span of the call with those of its attempts that have not ended, by number.
   *
   * @param firstEpoch start of the first attempt, in nanoseconds since 1970, if its span was
   *     created later; else {@link #NOT_BEGUN}
   */
  private record CallSpan(Context context, Map<Integer, Context> attempts, long firstEpoch) {

    Span span() {
      return Span.fromContext(context);
    }
  }

  /** Creates the span of the call before its first attempt. */
  void begin() {
    call = callSpan(builder("retry ", caller), NOT_BEGUN);
  }

  private CallSpan callSpan(SpanBuilder builder, long firstEpoch) {
    Context context = caller.with(builder.startSpan());
    return new CallSpan(context, new ConcurrentHashMap<>(4), firstEpoch);
  }

  @Override
  public CallContext.Scope beginAttempt(Attempt attempt) {
    CallSpan known = call;
    if (attempt.number() == 1) {
      firstTick = spans.tick();
      if (known != null && spans.tracesAllCalls() && !over) {
        start(known, 1, false);
        if (over) { // the end of the call has not seen it
          cancel(known, 1);
        }
      }
    }
    Context own = known == null ? null : known.attempts.get(attempt.number());
    return OpenTelemetryContext.open(own == null ? caller : own);
  }

  @Override
  public CallContext.Scope open() {
    return OpenTelemetryContext.open(caller);
  }

  @Override
  public void on(RetryEvent event) {
    if (event instanceof RetryEvent.AttemptFinished finished) {
      on(finished);
    } else if (event instanceof RetryEvent.RetryStarted retry) {
      start(begunCall(callTick), retry.attempt(), false);
    } else if (event instanceof RetryEvent.HedgeStarted hedge) {
      start(begunCall(callTick), hedge.attempt(), true);
    } else if (event instanceof RetryEvent.HedgeRefused) {
      hedgeRefused();
    } else if (event instanceof RetryEvent.FirstAttemptSucceeded) {
      firstSucceeded();
    } else if (event instanceof RetryEvent.CallFinished finished) {
      on(finished);
    }
  }

  private void hedgeRefused() {
    CallSpan known = call;
    if (known != null) {
      known.span().addEvent(SpanAttributes.HEDGE_REFUSED_EVENT);
    }
  }

  /**
   * The spans of the call; created late, with that of the first attempt, if the call has none yet.
   *
   * @param orTick begin of the first attempt if it was not entered
   */
  private CallSpan begunCall(long orTick) {
    CallSpan known = call;
    if (known != null) {
      return known;
    }
    long epoch = spans.epochMinusTick();
    long firstEpoch = epoch + (firstTick == NOT_BEGUN ? orTick : firstTick);
    SpanBuilder builder = builder("retry ", caller);
    builder.setStartTimestamp(epoch + callTick, TimeUnit.NANOSECONDS);
    CallSpan created = callSpan(builder, firstEpoch);
    SpanBuilder first = attemptBuilder(created, 1);
    first.setStartTimestamp(firstEpoch, TimeUnit.NANOSECONDS);
    created.attempts.put(1, created.context.with(first.startSpan()));
    call = created;
    return created;
  }

  private void start(CallSpan begun, int number, boolean hedge) {
    SpanBuilder builder = attemptBuilder(begun, number);
    if (hedge) {
      builder.setAttribute(SpanAttributes.HEDGE, true);
    }
    begun.attempts.put(number, begun.context.with(builder.startSpan()));
  }

  /** Ends the span of an attempt that its call has ended, unless it has ended. */
  private static void cancel(CallSpan begun, int number) {
    Span attempt = ended(begun, number);
    attempt.setAttribute(SpanAttributes.RESULT, SpanAttributes.CANCELLED);
    attempt.end();
  }

  private SpanBuilder attemptBuilder(CallSpan begun, int number) {
    return builder("attempt ", begun.context).setAttribute(SpanAttributes.ATTEMPT, (long) number);
  }

  private SpanBuilder builder(String verb, Context parent) {
    return spans
        .tracer()
        .spanBuilder(verb + origin.retry())
        .setParent(parent)
        .setAttribute(SpanAttributes.RETRY, origin.retry());
  }

  private void firstSucceeded() {
    CallSpan known = call;
    if (known == null) {
      return;
    }
    Span attempt = ended(known, 1);
    attempt.setAttribute(SpanAttributes.RESULT, SpanAttributes.ACCEPTED);
    attempt.end();
    end(known, 1, SpanAttributes.FIRST_ATTEMPT, StopReason.SUCCEEDED);
  }

  private static Span ended(CallSpan begun, int number) {
    Context context = begun.attempts.remove(number);
    return context == null ? Span.getInvalid() : Span.fromContext(context);
  }

  private void on(RetryEvent.AttemptFinished event) {
    boolean retryable = event.decision().verdict().action() == Verdict.Action.RETRY;
    CallSpan known =
        call == null && retryable ? begunCall(spans.tick() - event.durationNanos()) : call;
    if (known == null) {
      return;
    }
    Span attempt = ended(known, event.attempt());
    if (event.decision() instanceof Decision.Accept) {
      attempt.setAttribute(SpanAttributes.RESULT, SpanAttributes.ACCEPTED);
    } else if (AttemptEnd.isCancelled(event)) {
      attempt.setAttribute(SpanAttributes.RESULT, SpanAttributes.CANCELLED);
    } else {
      attempt.setAttribute(SpanAttributes.RESULT, SpanAttributes.FAILED);
      failed(attempt, event);
    }
    if (event.attempt() == 1 && known.firstEpoch != NOT_BEGUN) {
      attempt.end(known.firstEpoch + event.durationNanos(), TimeUnit.NANOSECONDS);
    } else {
      attempt.end();
    }
    addDecision(known.span(), event);
  }

  private void failed(Span attempt, RetryEvent.AttemptFinished event) {
    Outcome<?> outcome = event.outcome();
    attempt.setAttribute(
        SpanAttributes.KIND, SpanAttributes.text(event.decision().verdict().kind()));
    Throwable failure = outcome.failureOrNull();
    if (spans.showsMessages() && failure == null) {
      markFailed(attempt, null, origin.describe(outcome.valueOrNull()));
    } else {
      markFailed(attempt, failure, failure == null ? null : messageOf(attempt, failure));
    }
  }

  private void markFailed(Span span, @Nullable Throwable failure, @Nullable String message) {
    String type = failure == null ? SpanAttributes.REJECTED_RESULT : failure.getClass().getName();
    span.setAttribute(SpanAttributes.ERROR_TYPE, type);
    if (message == null) {
      span.setStatus(StatusCode.ERROR);
    } else {
      span.setStatus(StatusCode.ERROR, message);
    }
  }

  private @Nullable String messageOf(Span span, Throwable failure) {
    if (!spans.showsMessages()) {
      return null;
    }
    String message = origin.failureText().apply(failure);
    span.addEvent(
        SpanAttributes.EXCEPTION_EVENT,
        Attributes.of(
            SpanAttributes.EXCEPTION_TYPE,
            failure.getClass().getName(),
            SpanAttributes.EXCEPTION_MESSAGE,
            message));
    return message;
  }

  private static void addDecision(Span call, RetryEvent.AttemptFinished event) {
    if (event.decision() instanceof Decision.RetryAfter again) {
      call.addEvent(
          SpanAttributes.WAIT_EVENT,
          Attributes.of(
              SpanAttributes.ATTEMPT,
              (long) event.attempt(),
              SpanAttributes.WAIT,
              again.delayNanos() / 1e9,
              SpanAttributes.WAIT_SOURCE,
              SpanAttributes.text(again.source())));
    }
  }

  private void on(RetryEvent.CallFinished event) {
    CallSpan known = call;
    if (known == null) {
      return;
    }
    StopReason reason = event.stopReason();
    Span span = known.span();
    if (reason == StopReason.SUCCEEDED) {
      boolean retried = event.attempts() > 1; // or its hedge was refused
      String outcome = retried ? SpanAttributes.RETRIED : SpanAttributes.FIRST_ATTEMPT;
      end(known, event.attempts(), outcome, reason);
      return;
    }
    span.addEvent(
        SpanAttributes.GIVE_UP_EVENT,
        Attributes.of(SpanAttributes.STOP_REASON, SpanAttributes.text(reason)));
    if (reason != StopReason.CANCELLED) {
      Throwable failure = event.failure();
      boolean shown = failure != null && spans.showsMessages();
      markFailed(span, failure, shown ? origin.failureText().apply(failure) : null);
    }
    end(known, event.attempts(), SpanAttributes.FAILED, reason);
  }

  private void end(CallSpan known, int attempts, String outcome, StopReason reason) {
    over = true;
    known.attempts.keySet().forEach(number -> cancel(known, number));
    Span span = known.span();
    span.setAttribute(SpanAttributes.ATTEMPTS, (long) attempts);
    span.setAttribute(SpanAttributes.OUTCOME, outcome);
    span.setAttribute(SpanAttributes.STOP_REASON, SpanAttributes.text(reason));
    span.end();
  }
}
