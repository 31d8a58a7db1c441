package dev.reprise.testing;

import dev.reprise.decision.Decision;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import dev.reprise.testing.internal.EventGrammar;
import dev.reprise.testing.internal.EventText;
import dev.reprise.testing.shape.CallObservation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Keeps what it hears, in order. Safe for use by any thread; its answers are copies.
 *
 * <pre>{@code
 * RecordingListener heard = new RecordingListener();
 * retry.withListener(heard).call(operation);
 * assertEquals(List.of(Duration.ofMillis(100)), heard.delays());
 * heard.assertGrammar();
 * }</pre>
 */
public final class RecordingListener implements RetryListener {

  private final List<RetryEvent> heard = new ArrayList<>();
  private final boolean firstTries;

  /** Hears all but first-try successes, as listeners do by default. */
  public RecordingListener() {
    this(false);
  }

  private RecordingListener(boolean firstTries) {
    this.firstTries = firstTries;
  }

  /**
   * Hears every event.
   *
   * @return a new listener that hears first-try successes too
   */
  public static RecordingListener ofEverything() {
    return new RecordingListener(true);
  }

  @Override
  public Set<Class<? extends RetryEvent>> events() {
    return firstTries ? RetryListener.forAllEvents(this).events() : RetryListener.super.events();
  }

  @Override
  public void on(RetryEvent event) {
    synchronized (heard) {
      heard.add(event);
    }
  }

  /**
   * What was heard so far.
   *
   * @return events of all calls, in order
   */
  public List<RetryEvent> heard() {
    synchronized (heard) {
      return List.copyOf(heard);
    }
  }

  /**
   * What was heard so far of one type.
   *
   * @param type the type of event
   * @param <E> the type of event
   * @return events of all calls, in order
   */
  public <E extends RetryEvent> List<E> heard(Class<E> type) {
    return heard().stream().filter(type::isInstance).map(type::cast).toList();
  }

  /**
   * The waits that were decided on, of all calls.
   *
   * @return one for each retry that was granted, in order; those that were cut short are told in
   *     full
   */
  public List<Duration> delays() {
    return heard(RetryEvent.AttemptFinished.class).stream()
        .map(RetryEvent.AttemptFinished::decision)
        .filter(Decision.RetryAfter.class::isInstance)
        .map(decision -> Duration.ofNanos(((Decision.RetryAfter) decision).delayNanos()))
        .toList();
  }

  /**
   * Why the only call that ended so far ended. One that succeeded at first is heard only by {@link
   * #ofEverything()}.
   *
   * @return the reason
   * @throws AssertionError if none or several calls have ended
   */
  public StopReason stopReason() {
    List<StopReason> reasons = new ArrayList<>();
    for (RetryEvent event : heard()) {
      if (event instanceof RetryEvent.FirstAttemptSucceeded) {
        reasons.add(StopReason.SUCCEEDED);
      } else if (event instanceof RetryEvent.CallFinished finished) {
        reasons.add(finished.stopReason());
      }
    }
    if (reasons.size() != 1) {
      throw new AssertionError("one call should have ended, but ended: " + reasons);
    }
    return reasons.get(0);
  }

  /**
   * Checks that the events follow the grammar that {@link RetryEvent} documents, that every finish
   * agrees with what follows, and that every call has ended. Calls are told apart by retry and
   * number, so it holds for calls of one {@code RetryState} at a time.
   *
   * @throws AssertionError if they do not; the message shows the events
   */
  public void assertGrammar() {
    EventGrammar.check(heard());
  }

  /** Forgets what was heard. */
  public void clear() {
    synchronized (heard) {
      heard.clear();
    }
  }

  /**
   * What was heard, an event a line, as {@link CallObservation#events()} tells them.
   *
   * @return several lines
   */
  @Override
  public String toString() {
    return String.join("\n", EventText.of(heard()));
  }
}
