package dev.reprise.event;

import java.util.Set;

/**
 * Hears what calls do. Called on the thread that runs the call, outside locks, by many threads at
 * once. It should return soon and must not throw: what it throws is logged once for each listener,
 * and changes nothing.
 */
@FunctionalInterface
public interface RetryListener {

  /**
   * Something happened.
   *
   * @param event the event, of one of the types in {@link #events()}
   */
  void on(RetryEvent event);

  /**
   * Which events this listener hears. Asked once, when it is added to a retry. By default all but
   * {@link RetryEvent.FirstTrySucceeded}, so that calls without trouble cost nothing.
   *
   * @return the types of event
   */
  default Set<Class<? extends RetryEvent>> events() {
    return Set.of(
        RetryEvent.RetryStarted.class,
        RetryEvent.AttemptFinished.class,
        RetryEvent.CallFinished.class);
  }

  /**
   * A listener to every event, first-try successes included.
   *
   * @param listener where events go
   * @return the same listener, with all subscriptions
   */
  static RetryListener toEverything(RetryListener listener) {
    return new RetryListener() {
      @Override
      public void on(RetryEvent event) {
        listener.on(event);
      }

      @Override
      public Set<Class<? extends RetryEvent>> events() {
        return Set.of(
            RetryEvent.FirstTrySucceeded.class,
            RetryEvent.RetryStarted.class,
            RetryEvent.AttemptFinished.class,
            RetryEvent.CallFinished.class);
      }
    };
  }
}
