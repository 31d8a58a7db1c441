package dev.reprise.idempotency.internal.call;

import dev.reprise.idempotency.event.GuardListener;
import dev.reprise.idempotency.event.GuardedCallEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** The listeners of a guard. Immutable, except for the flag that a listener has thrown. */
public final class GuardListeners {

  static final GuardListeners NONE = new GuardListeners(List.of());

  private static final System.Logger LOG = System.getLogger("dev.reprise.idempotency");

  private final List<Guarded> listeners;

  private GuardListeners(List<Guarded> listeners) {
    this.listeners = listeners;
  }

  private record Guarded(GuardListener listener, AtomicBoolean logged) {

    void publish(GuardedCallEnd end) {
      try {
        listener.ended(end);
      } catch (Throwable bug) {
        logOnce(bug);
      }
    }

    private void logOnce(Throwable bug) {
      if (logged.compareAndSet(false, true)) {
        try {
          String text = "Guard listener " + listener.getClass().getName();
          LOG.log(
              System.Logger.Level.WARNING,
              text + " threw; it stays in use, and its further exceptions are not logged",
              bug);
        } catch (RuntimeException | Error worse) {
          return; // a failing log must not fail the call
        }
      }
    }
  }

  GuardListeners with(GuardListener listener) {
    List<Guarded> all = new ArrayList<>(listeners);
    all.add(new Guarded(listener, new AtomicBoolean()));
    return new GuardListeners(List.copyOf(all));
  }

  boolean isEmpty() {
    return listeners.isEmpty();
  }

  void publish(GuardedCallEnd end) {
    listeners.forEach(one -> one.publish(end));
  }
}
