package dev.reprise.testing.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.Retry;
import dev.reprise.context.CallContext;
import dev.reprise.decision.Decision;
import dev.reprise.event.CallObserver;
import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import dev.reprise.function.Attempt;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.shape.CallShape;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Observes the calls of shapes and checks that a driver keeps the contract of {@link CallObserver}.
 * An assertion that fails is kept for {@link #assertKept()}, because a driver catches what an
 * observer throws.
 */
final class ObserverProtocol {

  private final List<CheckedCall> calls = new ArrayList<>();
  private final List<String> violations = new ArrayList<>();
  private int begun;

  /**
   * The shape with an observer of its calls between two that throw, and with a listener that comes
   * after it.
   */
  CallShape observing(CallShape shape) {
    return new CallShape(
        shape.name(),
        shape.traits(),
        (retry, operation, time) -> {
          CheckedCaller caller = new CheckedCaller(shape.name());
          try {
            return shape.form().begin(caller.observed(retry), operation, time);
          } finally {
            caller.returned();
          }
        });
  }

  /** Observes the call of a scenario. */
  void observe(ScenarioFixture fixture) {
    fixture.retry(new CheckedCaller(fixture.shape.name())::observed);
  }

  /** The begin of calls, attempts and their ends, and the events, in their order. */
  List<String> lines() {
    return calls.stream().flatMap(call -> call.lines.stream()).toList();
  }

  void assertKept() {
    calls.forEach(CheckedCall::assertEnded);
    assertEquals(List.of(), violations.stream().distinct().toList());
    assertTrue(begun > 0, "no call was observed");
  }

  private void check(String shape, Runnable assertion) {
    try {
      assertion.run();
    } catch (AssertionError violation) {
      violations.add(shape + ": " + violation.getMessage());
    }
  }

  /** The code that begins one call. */
  private final class CheckedCaller implements CallObserver {

    private final String shape;
    private final Thread thread = Thread.currentThread();
    private boolean returned;
    private @Nullable CheckedCall call;

    CheckedCaller(String shape) {
      this.shape = shape;
    }

    Retry observed(Retry retry) {
      RetryListener after =
          event -> {
            CheckedCall observed = call;
            check(shape, () -> assertNotNull(observed, "event of a call that was not observed"));
            if (observed != null) {
              check(shape, () -> assertSame(event, observed.latest, "listener before observer"));
            }
          };
      return retry
          .withObserver(origin -> new ThrowingObserver())
          .withObserver(this)
          .withObserver(origin -> new ThrowingObserver())
          .withListener(RetryListener.forAllEvents(after));
    }

    @Override
    public ObservedCall begin(RetryEvent.Origin origin) {
      begun++;
      check(shape, () -> assertSame(thread, Thread.currentThread(), "thread that begins"));
      check(shape, () -> assertFalse(returned, "begun after the caller has continued"));
      check(shape, () -> assertEquals(null, call, "begun twice"));
      CheckedCall observed = new CheckedCall(shape, origin);
      call = observed;
      calls.add(observed);
      return observed;
    }

    void returned() {
      returned = true;
      check(shape, () -> assertNotNull(call, "never begun"));
    }
  }

  /** One call. */
  private final class CheckedCall implements CallObserver.ObservedCall {

    private final String shape;
    private final RetryEvent.Origin origin;
    private final RecordingListener events = RecordingListener.forAllEvents();
    private final Map<Thread, Deque<CallContext.Scope>> open = new HashMap<>();
    private final Set<Integer> announced = new HashSet<>(Set.of(1));
    private final Set<Integer> attempts = new HashSet<>();
    private final Set<Integer> running = new HashSet<>();
    private final Set<Integer> finished = new HashSet<>();
    private final List<String> lines = new ArrayList<>(List.of("begin"));
    private @Nullable RetryEvent latest;
    private boolean over;

    CheckedCall(String shape, RetryEvent.Origin origin) {
      this.shape = shape;
      this.origin = origin;
    }

    @Override
    public CallContext.Scope beginAttempt(Attempt attempt) {
      int number = attempt.number();
      check(
          shape,
          () -> {
            assertFalse(over, "attempt " + number + " begins after the end");
            assertTrue(
                announced.contains(number), "attempt " + number + " begins before its event");
            assertTrue(attempts.add(number), "attempt " + number + " begins twice");
            assertFalse(finished.contains(number), "attempt " + number + " begins after its end");
          });
      running.add(number);
      lines.add("attempt " + number);
      return scope(
          () -> {
            running.remove(number);
            lines.add("scope closed");
          });
    }

    @Override
    public CallContext.Scope open() {
      return scope(() -> {});
    }

    private CallContext.Scope scope(Runnable onClose) {
      Deque<CallContext.Scope> stack =
          open.computeIfAbsent(Thread.currentThread(), any -> new ArrayDeque<>());
      CallContext.Scope scope =
          new CallContext.Scope() {
            @Override
            public void close() {
              onClose.run();
              check(
                  shape,
                  () ->
                      assertSame(
                          this,
                          open.getOrDefault(Thread.currentThread(), new ArrayDeque<>()).poll(),
                          "scopes close in reverse order, once, on their thread"));
            }
          };
      stack.push(scope);
      return scope;
    }

    @Override
    public void on(RetryEvent event) {
      latest = event;
      lines.add(event.getClass().getSimpleName());
      check(shape, () -> assertFalse(over, event + " after the end"));
      check(shape, () -> assertSame(origin, event.origin(), "origin of " + event));
      events.on(event);
      if (event instanceof RetryEvent.RetryStarted started) {
        announced.add(started.attempt());
      } else if (event instanceof RetryEvent.HedgeStarted hedge) {
        announced.add(hedge.attempt());
      } else if (event instanceof RetryEvent.AttemptFinished attempt) {
        finished(attempt);
      } else if (event instanceof RetryEvent.FirstAttemptSucceeded) {
        check(shape, () -> assertFalse(running.contains(1), "succeeds in its scope"));
        over = true;
      } else if (event instanceof RetryEvent.CallFinished) {
        over = true;
      }
    }

    private void finished(RetryEvent.AttemptFinished attempt) {
      int number = attempt.attempt();
      finished.add(number);
      if (!(attempt.outcome().failureOrNull() instanceof CancellationException)) {
        check(shape, () -> assertFalse(running.contains(number), "attempt ends in its scope"));
      }
      if (attempt.decision() instanceof Decision.Accept) {
        check(shape, () -> assertTrue(attempts.contains(number), "attempt has never begun"));
      }
    }

    void assertEnded() {
      check(shape, () -> assertTrue(over, "the call has no last event, but " + events));
      check(shape, events::assertGrammar);
      check(shape, () -> assertEquals(Set.of(), running, "open scopes of attempts"));
      check(
          shape, () -> assertTrue(open.values().stream().allMatch(Deque::isEmpty), "open scopes"));
    }
  }
}
