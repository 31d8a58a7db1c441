package dev.reprise.internal.call;

import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import dev.reprise.internal.jfr.Recorder;
import dev.reprise.internal.log.QuietLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The listeners of a retry with their subscriptions. Immutable, except for the flag that a listener
 * has thrown.
 */
public final class Listeners {

  public static final Listeners NONE = new Listeners(List.of());

  private final List<Subscription> subscriptions;
  private final boolean receiveFirstAttempt;

  private Listeners(List<Subscription> subscriptions) {
    this.subscriptions = subscriptions;
    receiveFirstAttempt =
        subscriptions.stream()
            .anyMatch(one -> one.types.contains(RetryEvent.FirstAttemptSucceeded.class));
  }

  public Listeners with(RetryListener listener) {
    List<Subscription> all = new ArrayList<>(subscriptions);
    all.add(Subscription.of(listener));
    return new Listeners(List.copyOf(all));
  }

  /**
   * Returns whether there are no listeners and the flight recorder is not recording: then no event
   * is created.
   */
  public boolean isEmpty() {
    return subscriptions.isEmpty() && !Recorder.instance().isOn();
  }

  public boolean receiveFirstAttempt() {
    return receiveFirstAttempt;
  }

  public void publish(RetryEvent event) {
    for (int i = 0; i < subscriptions.size(); i++) {
      subscriptions.get(i).publish(event);
    }
    if (Recorder.instance().isOn()) {
      Recording.BY_RECORDER.publish(event);
    }
  }

  /** Created while a recording is running. */
  private static final class Recording {

    static final Subscription BY_RECORDER = Subscription.of(Recorder.instance());
  }

  private record Subscription(
      RetryListener listener, Set<Class<? extends RetryEvent>> types, AtomicBoolean logged) {

    static Subscription of(RetryListener listener) {
      return new Subscription(listener, types(listener), new AtomicBoolean());
    }

    /** The types of event that a listener receives; {@code RetryEvent} means all types. */
    private static Set<Class<? extends RetryEvent>> types(RetryListener listener) {
      Set<Class<? extends RetryEvent>> asked = Set.copyOf(listener.events());
      return asked.contains(RetryEvent.class)
          ? RetryListener.forAllEvents(listener).events()
          : asked;
    }

    void publish(RetryEvent event) {
      if (!types.contains(event.getClass())) {
        return;
      }
      try {
        listener.on(event);
      } catch (Throwable bug) {
        logOnce(bug);
      }
    }

    private void logOnce(Throwable bug) {
      if (logged.compareAndSet(false, true)) {
        QuietLog.warning(
            "Retry listener "
                + listener.getClass().getName()
                + " threw; it stays in use, and its further exceptions are not logged",
            bug);
      }
    }
  }
}
