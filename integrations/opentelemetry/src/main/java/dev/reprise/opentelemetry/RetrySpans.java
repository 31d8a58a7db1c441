package dev.reprise.opentelemetry;

import dev.reprise.event.CallObserver;
import dev.reprise.event.RetryEvent;
import dev.reprise.time.RetryEnvironment;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Creates the spans of a retry's calls, and propagates the context of their callers. */
final class RetrySpans implements CallObserver {

  private final Tracer tracer;
  private final RetryEnvironment environment;
  private final boolean allCalls;
  private final boolean messages;
  private final boolean countsResends;

  RetrySpans(Tracer tracer, RetryEnvironment environment, Set<Option> options) {
    this.tracer = tracer;
    this.environment = environment;
    allCalls = options.contains(Option.SPANS_OF_ALL_CALLS);
    messages = options.contains(Option.MESSAGES);
    countsResends = options.contains(Option.HTTP_RESEND_COUNT);
  }

  @Override
  public ObservedCall begin(RetryEvent.Origin origin) {
    Context caller = Context.current();
    CallTrace call =
        new CallTrace(this, origin, countsResends ? HttpResendCount.initialize(caller) : caller);
    if (allCalls) {
      call.begin();
    }
    return call;
  }

  Tracer tracer() {
    return tracer;
  }

  /** Returns whether an attempt has a span before it has failed. */
  boolean tracesAllCalls() {
    return allCalls;
  }

  /** Returns whether spans contain messages of failures. */
  boolean showsMessages() {
    return messages;
  }

  /** The current tick, in nanoseconds. */
  long tick() {
    return environment.ticks().nanos();
  }

  /** The time that is added to a tick for nanoseconds since 1970, for spans that begin late. */
  long epochMinusTick() {
    Instant now = environment.wallClock().instant();
    return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano() - tick();
  }
}
