package dev.reprise.micrometer;

import dev.reprise.context.CallContext;
import dev.reprise.event.CallObserver;
import dev.reprise.event.RetryEvent;
import dev.reprise.function.Attempt;
import io.micrometer.observation.Observation;
import java.util.BitSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The observations of one call and its attempts.
 *
 * <p><b>Concurrency.</b> Events come one after the other; attempts begin and leave their scope on
 * their own threads, also while an event is published, and a cancelled one even after the call has
 * ended. Two rules follow:
 *
 * <ul>
 *   <li>An observation must not be stopped while one of its scopes is open. Each attempt counts its
 *       open scopes and its missing end; the thread that counts down to zero stops it.
 *   <li>An attempt that begins while the call ends must still be stopped. The end sets {@code over}
 *       and then ends all attempts in the map; an attempt enters the map and then reads {@code
 *       over}. So at least one of the two sees the other, and the one that removes the attempt from
 *       the map ends it.
 * </ul>
 */
final class ObservedRetryCall implements CallObserver.ObservedCall {

  private static final CallContext.Scope NO_SCOPE = () -> {};

  private final RetryObservations observations;
  private final @Nullable Observation parent;
  private final Observation call;
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
    this.call = call;
    this.context = context;
  }

  /** An attempt; its observation is stopped once. */
  private static final class ObservedAttempt {

    private final Observation observation;
    private final RetryAttemptContext context;
    private final AtomicInteger open = new AtomicInteger(1); // for its end

    ObservedAttempt(Observation observation, RetryAttemptContext context) {
      this.observation = observation;
      this.context = context;
    }

    CallContext.Scope enter(RetryObservations observations) {
      if (open.getAndUpdate(count -> count == 0 ? 0 : count + 1) == 0) {
        return NO_SCOPE;
      }
      try {
        Observation.Scope scope = observations.openScope(observation);
        return () -> leave(scope);
      } catch (Throwable bug) {
        countDown();
        throw bug;
      }
    }

    private void leave(Observation.Scope scope) {
      try {
        scope.close();
      } finally {
        countDown();
      }
    }

    void end() {
      Throwable failure = context.failure();
      if (failure != null) {
        observation.error(failure);
      }
      countDown();
    }

    private void countDown() {
      if (open.decrementAndGet() == 0) {
        observation.stop();
      }
    }
  }

  @Override
  public CallContext.Scope beginAttempt(Attempt attempt) {
    if (over) {
      return NO_SCOPE;
    }
    int number = attempt.number();
    ObservedAttempt begun = attempts.computeIfAbsent(number, this::begin);
    CallContext.Scope scope = begun.enter(observations);
    if (over && attempts.remove(number, begun)) { // the end of the call has not seen it
      begun.end();
    }
    return scope;
  }

  private ObservedAttempt begin(int number) {
    RetryAttemptContext attempt = new RetryAttemptContext(context, number, isHedge(number));
    return new ObservedAttempt(observations.attempt(call, attempt), attempt);
  }

  private boolean isHedge(int number) {
    synchronized (hedges) {
      return hedges.get(number);
    }
  }

  @Override
  public CallContext.Scope open() {
    return parent == null ? NO_SCOPE : observations.openScope(parent)::close;
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
    Throwable failure = context.failure();
    if (failure != null) {
      call.error(failure);
    }
    call.stop();
  }
}
