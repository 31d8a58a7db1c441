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
 * Records the events of calls in order. Returned lists are copies.
 *
 * <pre>{@code
 * RecordingListener recorder = new RecordingListener();
 * String page = retry.withListener(recorder).call(operation);
 * assertEquals(List.of(Duration.ofMillis(100)), recorder.delays());
 * recorder.assertGrammar();
 * }</pre>
 */
public final class RecordingListener implements RetryListener {

  private final List<RetryEvent> recorded = new ArrayList<>();
  private final boolean firstTries;

  /** Creates a listener for the default events: all but successful first attempts. */
  public RecordingListener() {
    this(false);
  }

  private RecordingListener(boolean firstTries) {
    this.firstTries = firstTries;
  }

  /**
   * Creates a listener for all events.
   *
   * @return a new listener that also records successful first attempts
   */
  public static RecordingListener forAllEvents() {
    return new RecordingListener(true);
  }

  @Override
  public Set<Class<? extends RetryEvent>> events() {
    return firstTries ? RetryListener.forAllEvents(this).events() : RetryListener.super.events();
  }

  @Override
  public void on(RetryEvent event) {
    synchronized (recorded) {
      recorded.add(event);
    }
  }

  /**
   * Returns the events so far.
   *
   * @return the events of all calls, in order
   */
  public List<RetryEvent> recorded() {
    synchronized (recorded) {
      return List.copyOf(recorded);
    }
  }

  /**
   * Returns the events of one type so far.
   *
   * @param type the type of event, or a supertype of several types
   * @param <E> the type of event
   * @return the events of all calls, in order
   */
  public <E extends RetryEvent> List<E> recorded(Class<E> type) {
    return recorded().stream().filter(type::isInstance).map(type::cast).toList();
  }

  /**
   * Returns the delays of the retries that were granted.
   *
   * @return one delay for each granted retry of all calls, in order; the full delay if the wait was
   *     cut short
   */
  public List<Duration> delays() {
    return recorded(RetryEvent.AttemptFinished.class).stream()
        .map(RetryEvent.AttemptFinished::decision)
        .filter(Decision.RetryAfter.class::isInstance)
        .map(decision -> Duration.ofNanos(((Decision.RetryAfter) decision).delayNanos()))
        .toList();
  }

  /**
   * Returns the stop reason of the only call that has ended. A call that succeeded with its first
   * attempt is recorded only by {@link #forAllEvents()}.
   *
   * @return the reason
   * @throws AssertionError if no call or several calls have ended
   */
  public StopReason stopReason() {
    List<StopReason> reasons = new ArrayList<>();
    for (RetryEvent event : recorded()) {
      if (event instanceof RetryEvent.FirstAttemptSucceeded) {
        reasons.add(StopReason.SUCCEEDED);
      } else if (event instanceof RetryEvent.CallFinished finished) {
        reasons.add(finished.stopReason());
      }
    }
    if (reasons.size() != 1) {
      throw new AssertionError("expected one call to have ended, but these have: " + reasons);
    }
    return reasons.get(0);
  }

  /**
   * Checks that the events follow the grammar that {@link RetryEvent} documents, that every
   * decision agrees with the next event, and that every call has ended. Calls are identified by
   * retry and number, so the check is only valid for the calls of one {@code RetryState}.
   *
   * @throws AssertionError if the events break the grammar; the message shows them
   */
  public void assertGrammar() {
    EventGrammar.check(recorded());
  }

  /** Removes all recorded events. */
  public void clear() {
    synchronized (recorded) {
      recorded.clear();
    }
  }

  /**
   * Returns the events, one on each line, in the form of {@link CallObservation#events()}.
   *
   * @return several lines
   */
  @Override
  public String toString() {
    return String.join("\n", EventText.of(recorded()));
  }
}
