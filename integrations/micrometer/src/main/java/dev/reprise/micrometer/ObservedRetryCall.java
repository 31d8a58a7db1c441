package dev.reprise.micrometer;

import dev.reprise.context.CallContext;
import dev.reprise.event.CallObserver;
import dev.reprise.event.RetryEvent;
import dev.reprise.function.Attempt;
import io.micrometer.observation.Observation;
import java.util.BitSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The observations of one call and its attempts.
 *
 * <p><b>Concurrency.</b> Events come one after the other; attempts begin and leave their scope on
 * their own threads, also while an event is published, and a cancelled one even after the call has
 * ended. Two rules follow:
 *
 * <ul>
 *   <li>An observation must not be stopped while one of its scopes is open, see {@link
 *       ScopedObservation}.
 *   <li>An attempt that begins while the call ends must still be stopped. The end sets {@code over}
 *       and then ends all attempts in the map; an attempt enters the map and then reads {@code
 *       over}. So at least one of the two sees the other, and the one that removes the attempt from
 *       the map ends it.
 * </ul>
 */
final class ObservedRetryCall implements CallObserver.ObservedCall {

  private final RetryObservations observations;
  private final @Nullable Observation parent;
  private final ScopedObservation call;
  private final RetryCallContext context;
  private final Map<Integer, ObservedAttempt> attempts = new ConcurrentHashMap<>(2);
  private final BitSet hedges = new BitSet(0);
  private volatile boolean over;

  ObservedRetryCall(
      RetryObservations observations,
      @Nullable Observation parent,
      Observation call,
      RetryCallContext context) {
    this.observations = observations;
    this.parent = parent;
    this.call = new ScopedObservation(observations, call);
    this.context = context;
  }

  /** An attempt; its decision is known at its end. */
  private record ObservedAttempt(ScopedObservation observation, RetryAttemptContext context) {

    void end() {
      observation.end(context.failure());
    }
  }

  @Override
  public CallContext.Scope beginAttempt(Attempt attempt) {
    if (over) {
      return ScopedObservation.NO_SCOPE;
    }
    int number = attempt.number();
    ObservedAttempt begun = attempts.get(number);
    if (begun == null) { // one thread at a time begins an attempt; no lock, handlers are called
      begun = begin(number);
      attempts.put(number, begun);
    }
    CallContext.Scope scope = begun.observation.enter();
    if (over && attempts.remove(number, begun)) { // the end of the call has not seen it
      begun.end();
    }
    return scope;
  }

  /**
   * Starts the observation of an attempt. The call is the current observation meanwhile, because
   * Micrometer Tracing prefers the current span to that of the parent if they differ.
   */
  private ObservedAttempt begin(int number) {
    RetryAttemptContext attempt = new RetryAttemptContext(context, number, isHedge(number));
    Observation created = observations.attempt(call.observation(), attempt);
    try (CallContext.Scope scope = call.enter()) {
      return new ObservedAttempt(new ScopedObservation(observations, created.start()), attempt);
    }
  }

  private boolean isHedge(int number) {
    synchronized (hedges) {
      return hedges.get(number);
    }
  }

  @Override
  public CallContext.Scope open() {
    Observation own = parent == null ? observations.noneInPlaceOfForeign() : parent;
    return own == null ? ScopedObservation.NO_SCOPE : observations.openScope(own)::close;
  }

  @Override
  public void on(RetryEvent event) {
    if (event instanceof RetryEvent.FirstAttemptSucceeded) {
      context.succeededAtOnce();
      endAttempt(1, null);
      endCall();
    } else if (event instanceof RetryEvent.AttemptFinished finished) {
      endAttempt(finished.attempt(), finished);
    } else if (event instanceof RetryEvent.CallFinished finished) {
      context.finished(finished);
      endCall();
    } else if (event instanceof RetryEvent.HedgeStarted hedge) {
      synchronized (hedges) {
        hedges.set(hedge.attempt());
      }
    }
  }

  private void endAttempt(int number, RetryEvent.@Nullable AttemptFinished finished) {
    ObservedAttempt attempt = attempts.remove(number);
    if (attempt != null) {
      if (finished == null) {
        attempt.context.accepted();
      } else {
        attempt.context.finished(finished);
      }
      attempt.end();
    }
  }

  private void endCall() {
    over = true;
    attempts.forEach(
        (number, left) -> {
          if (attempts.remove(number, left)) {
            left.end();
          }
        });
    call.end(context.failure());
  }
}
