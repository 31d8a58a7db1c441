package dev.reprise.testing.internal;

import dev.reprise.decision.Decision;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Checks the grammar of events that {@link RetryEvent} documents, for each call. */
public final class EventGrammar {

  private final String call;
  private final List<RetryEvent> events = new ArrayList<>();
  private final Set<Integer> running = new TreeSet<>();
  private int started;
  private boolean over;
  private @Nullable Decision decision;

  private EventGrammar(String call) {
    this.call = call;
  }

  public static void check(List<RetryEvent> events) {
    Map<String, EventGrammar> calls = new LinkedHashMap<>();
    for (RetryEvent event : events) {
      String call = callOf(event);
      if (call != null) {
        calls.computeIfAbsent(call, EventGrammar::new).accept(event);
      }
    }
    for (EventGrammar one : calls.values()) {
      one.require(one.over, "has no end");
    }
  }

  private static @Nullable String callOf(RetryEvent event) {
    if (event instanceof RetryEvent.AttemptFinished finished) {
      return finished.retry() + " " + finished.call();
    }
    if (event instanceof RetryEvent.RetryStarted started) {
      return started.retry() + " " + started.call();
    }
    if (event instanceof RetryEvent.HedgeStarted started) {
      return started.retry() + " " + started.call();
    }
    if (event instanceof RetryEvent.HedgeRefused refused) {
      return refused.retry() + " " + refused.call();
    }
    if (event instanceof RetryEvent.CallFinished finished) {
      return finished.retry() + " " + finished.call();
    }
    return null;
  }

  private void accept(RetryEvent event) {
    events.add(event);
    require(!over, "continues after its end");
    if (event instanceof RetryEvent.AttemptFinished finished) {
      accept(finished);
    } else if (event instanceof RetryEvent.RetryStarted retry) {
      accept(retry);
    } else if (event instanceof RetryEvent.HedgeStarted hedge) {
      accept(hedge);
    } else if (event instanceof RetryEvent.HedgeRefused refused) {
      beginFirst();
      require(!running.isEmpty(), "hedges while no attempt runs");
      require(refused.attempts() == started, "miscounts its attempts");
    } else if (event instanceof RetryEvent.CallFinished end) {
      accept(end);
    }
  }

  /** Counts the start of the first attempt, for which there is no event. */
  private void beginFirst() {
    if (started == 0) {
      started = 1;
      running.add(1);
    }
  }

  private void accept(RetryEvent.AttemptFinished finished) {
    beginFirst();
    require(running.remove(finished.attempt()), "finishes an attempt that does not run");
    require(finished.durationNanos() >= 0, "has an attempt of negative duration");
    boolean left = finished.decision() instanceof Decision.DeferredToInFlight;
    require(left == !running.isEmpty(), "decides while attempts run, or defers to no attempt");
    decision = finished.decision();
  }

  private void accept(RetryEvent.RetryStarted retry) {
    require(decision instanceof Decision.RetryAfter, "starts a retry that was not decided on");
    require(running.isEmpty(), "starts a retry while an attempt runs");
    begin(retry.attempt());
  }

  private void accept(RetryEvent.HedgeStarted hedge) {
    beginFirst();
    require(!running.isEmpty(), "hedges while no attempt runs");
    begin(hedge.attempt());
  }

  private void begin(int attempt) {
    require(attempt == started + 1, "skips or repeats an attempt number");
    started++;
    running.add(attempt);
  }

  private void accept(RetryEvent.CallFinished end) {
    require(running.isEmpty(), "ends within an attempt");
    require(end.attempts() == started, "miscounts its attempts");
    require(end.elapsedNanos() >= 0, "has a negative duration");
    require(
        (end.stopReason() == StopReason.SUCCEEDED) == (end.report() == null),
        "must have a report if and only if it failed");
    require(agrees(end.stopReason()), "ends for a different reason than was decided");
    over = true;
  }

  private boolean agrees(StopReason reason) {
    if (decision instanceof Decision.GiveUp giveUp) {
      return giveUp.stopReason() == reason;
    }
    return (decision instanceof Decision.Accept) == (reason == StopReason.SUCCEEDED);
  }

  private void require(boolean holds, String otherwise) {
    if (!holds) {
      String events = String.join("\n  ", EventText.of(this.events));
      throw new AssertionError("call " + call + " " + otherwise + ":\n  " + events);
    }
  }
}
