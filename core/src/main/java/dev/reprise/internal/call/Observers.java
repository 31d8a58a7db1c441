package dev.reprise.internal.call;

import dev.reprise.context.CallContext;
import dev.reprise.event.CallObserver;
import dev.reprise.event.RetryEvent;
import dev.reprise.function.Attempt;
import dev.reprise.internal.context.GuardedContext;
import dev.reprise.internal.log.QuietLog;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The observers of a retry. Immutable, except for the flag that an observer has thrown. */
public final class Observers {

  public static final Observers NONE = new Observers(List.of());

  private final List<Guarded> observers;

  private Observers(List<Guarded> observers) {
    this.observers = observers;
  }

  public Observers with(CallObserver observer) {
    List<Guarded> all = new ArrayList<>(observers);
    all.add(new Guarded(observer, new AtomicBoolean()));
    return new Observers(List.copyOf(all));
  }

  public boolean isEmpty() {
    return observers.isEmpty();
  }

  /** Begins the observation of a call; null if no observer follows it. */
  CallObserver.@Nullable ObservedCall begin(RetryEvent.Origin origin) {
    CallObserver.ObservedCall all = null;
    for (int i = 0; i < observers.size(); i++) {
      CallObserver.ObservedCall one = observers.get(i).begin(origin);
      if (one != null) {
        all = all == null ? one : new Both(all, one);
      }
    }
    return all;
  }

  private record Guarded(CallObserver observer, AtomicBoolean logged) implements CallObserver {

    @Override
    public @Nullable ObservedCall begin(RetryEvent.Origin origin) {
      try {
        ObservedCall call = observer.begin(origin);
        return call == null ? null : new GuardedCall(call, this);
      } catch (Throwable bug) {
        log(bug);
        return null;
      }
    }

    void log(Throwable bug) {
      QuietLog.firstWarning(
          logged,
          "Call observer",
          observer,
          "it stays in use, and its further exceptions are not logged",
          bug);
    }
  }

  private record GuardedCall(CallObserver.ObservedCall call, Guarded observer)
      implements CallObserver.ObservedCall {

    @Override
    public CallContext.Scope beginAttempt(Attempt attempt) {
      try {
        return guarded(call.beginAttempt(attempt));
      } catch (Throwable bug) {
        observer.log(bug);
        return GuardedContext.NO_SCOPE;
      }
    }

    @Override
    public CallContext.Scope open() {
      try {
        return guarded(call.open());
      } catch (Throwable bug) {
        observer.log(bug);
        return GuardedContext.NO_SCOPE;
      }
    }

    private CallContext.Scope guarded(CallContext.Scope scope) {
      return () -> {
        try {
          scope.close();
        } catch (Throwable bug) {
          observer.log(bug);
        }
      };
    }

    @Override
    public void on(RetryEvent event) {
      try {
        call.on(event);
      } catch (Throwable bug) {
        observer.log(bug);
      }
    }
  }

  /** Two observations of one call; neither throws. The second is opened within the first. */
  private record Both(CallObserver.ObservedCall outer, CallObserver.ObservedCall inner)
      implements CallObserver.ObservedCall {

    @Override
    public CallContext.Scope beginAttempt(Attempt attempt) {
      CallContext.Scope first = outer.beginAttempt(attempt);
      CallContext.Scope second = inner.beginAttempt(attempt);
      return () -> close(second, first);
    }

    @Override
    public CallContext.Scope open() {
      CallContext.Scope first = outer.open();
      CallContext.Scope second = inner.open();
      return () -> close(second, first);
    }

    private static void close(CallContext.Scope second, CallContext.Scope first) {
      second.close();
      first.close();
    }

    @Override
    public void on(RetryEvent event) {
      outer.on(event);
      inner.on(event);
    }
  }
}
