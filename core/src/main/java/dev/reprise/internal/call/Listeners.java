package dev.reprise.internal.call;

import dev.reprise.event.CallObserver;
import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import dev.reprise.internal.jfr.Recorder;
import dev.reprise.internal.log.QuietLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The listeners of a retry with their subscriptions. Immutable, except for the flag that a listener
 * has thrown.
 */
public final class Listeners {

  public static final Listeners NONE = new Listeners(List.of(), null);

  private final List<Subscription> subscriptions;
  private final CallObserver.@Nullable ObservedCall observed;
  private final boolean receiveFirstAttempt;
  private final LongAdder[] firstAttemptCounters;
  private final LongAdder[] fallbackCounters;

  private Listeners(
      List<Subscription> subscriptions, CallObserver.@Nullable ObservedCall observed) {
    this.subscriptions = subscriptions;
    this.observed = observed;
    receiveFirstAttempt =
        subscriptions.stream()
            .anyMatch(one -> one.types.contains(RetryEvent.FirstAttemptSucceeded.class));
    firstAttemptCounters = counters(subscriptions, Subscription::firstAttempts);
    fallbackCounters = counters(subscriptions, Subscription::fallbacks);
  }

  private static LongAdder[] counters(
      List<Subscription> subscriptions, Function<Subscription, @Nullable LongAdder> counter) {
    return subscriptions.stream().map(counter).filter(Objects::nonNull).toArray(LongAdder[]::new);
  }

  /** The listeners of one call, whose observer receives its events first. */
  private Listeners(Listeners all, CallObserver.ObservedCall observed) {
    subscriptions = all.subscriptions;
    this.observed = observed;
    receiveFirstAttempt = true;
    firstAttemptCounters = all.firstAttemptCounters;
    fallbackCounters = all.fallbackCounters;
  }

  Listeners observedBy(CallObserver.ObservedCall call) {
    return new Listeners(this, call);
  }

  public Listeners with(RetryListener listener) {
    List<Subscription> all = new ArrayList<>(subscriptions);
    all.add(Subscription.of(listener));
    return new Listeners(List.copyOf(all), observed);
  }

  /**
   * Returns whether there are no listeners and the flight recorder is not recording: then no event
   * is created.
   */
  public boolean isEmpty() {
    return subscriptions.isEmpty() && observed == null && !Recorder.instance().isOn();
  }

  public boolean receiveFirstAttempt() {
    return receiveFirstAttempt;
  }

  /** Returns whether calls whose first attempt is accepted are counted. */
  boolean countFirstAttempts() {
    return firstAttemptCounters.length > 0;
  }

  /** Counts a call whose first attempt was accepted. */
  void countFirstAttempt() {
    for (LongAdder counter : firstAttemptCounters) {
      counter.increment();
    }
  }

  /** Counts a call that returns the result of its fallback. */
  public void countFallback() {
    for (LongAdder counter : fallbackCounters) {
      counter.increment();
    }
  }

  public void publish(RetryEvent event) {
    if (observed != null) {
      observed.on(event);
    }
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
      RetryListener listener,
      Set<Class<? extends RetryEvent>> types,
      @Nullable LongAdder firstAttempts,
      @Nullable LongAdder fallbacks,
      AtomicBoolean logged) {

    static Subscription of(RetryListener listener) {
      return new Subscription(
          listener,
          types(listener),
          listener.firstAttemptCounter(),
          listener.fallbackCounter(),
          new AtomicBoolean());
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
      QuietLog.firstWarning(
          logged,
          "Retry listener",
          listener,
          "it stays in use, and its further exceptions are not logged",
          bug);
    }
  }
}
