package dev.reprise.micrometer;

import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The meters of a retry that may never be used: the first event, or the first increment of a
 * counter, registers them.
 */
final class MetersFromFirstCall implements RetryListener {

  private static final System.Logger LOG = System.getLogger("dev.reprise");

  private final AtomicBoolean logged = new AtomicBoolean();
  private final boolean firstAttemptTimes;
  private final Supplier<RetryMeters> register;
  private final AtomicReference<@Nullable RetryMeters> registered = new AtomicReference<>();

  MetersFromFirstCall(boolean firstAttemptTimes, Supplier<RetryMeters> register) {
    this.firstAttemptTimes = firstAttemptTimes;
    this.register = register;
  }

  /**
   * Without a lock, because a registry calls code of the application while a meter is registered.
   * Meters that another thread has registered at the same time share their readings with these.
   */
  private RetryMeters meters() {
    RetryMeters known = registered.get();
    if (known != null) {
      return known;
    }
    RetryMeters own = register.get();
    RetryMeters first = registered.compareAndExchange(null, own);
    return first == null ? own : first;
  }

  @Override
  public void on(RetryEvent event) {
    meters().on(event);
  }

  @Override
  public Set<Class<? extends RetryEvent>> events() {
    return RetryMeters.events(firstAttemptTimes);
  }

  @Override
  public LongAdder firstAttemptCounter() {
    return new FromFirstIncrement(RetryMeters::firstAttemptCounter);
  }

  @Override
  public LongAdder fallbackCounter() {
    return new FromFirstIncrement(RetryMeters::fallbackCounter);
  }

  /** Increments the counter of the meters; the library only increments it. */
  @SuppressWarnings("serial") // is not serialized
  private final class FromFirstIncrement extends LongAdder {

    private static final long serialVersionUID = 1;

    private final transient Function<RetryMeters, LongAdder> counter;

    FromFirstIncrement(Function<RetryMeters, LongAdder> counter) {
      this.counter = counter;
    }

    /** Unlike an event of a listener, it may not throw: the call has its result. */
    @Override
    public void increment() {
      try {
        counter.apply(meters()).increment();
      } catch (Throwable bug) { // of the registry, or of a filter
        if (logged.compareAndSet(false, true)) {
          LOG.log(Level.WARNING, "the meters of a retry could not be registered", bug);
        }
      }
    }
  }
}
