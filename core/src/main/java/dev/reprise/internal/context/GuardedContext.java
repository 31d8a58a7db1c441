package dev.reprise.internal.context;

import dev.reprise.context.CallContext;
import dev.reprise.internal.log.QuietLog;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A context that never throws: an exception of the wrapped context is logged once, and that part of
 * the context is then missing.
 */
public final class GuardedContext implements CallContext {

  public static final Scope NO_SCOPE = () -> {};

  private static final Snapshot NO_SNAPSHOT = () -> NO_SCOPE;

  private final CallContext context;
  private final AtomicBoolean logged = new AtomicBoolean();

  public GuardedContext(CallContext context) {
    this.context = context;
  }

  @Override
  public Snapshot capture() {
    try {
      Snapshot snapshot = context.capture();
      return () -> open(snapshot);
    } catch (Throwable bug) {
      log(bug);
      return NO_SNAPSHOT;
    }
  }

  private Scope open(Snapshot snapshot) {
    try {
      Scope scope = snapshot.open();
      return () -> close(scope);
    } catch (Throwable bug) {
      log(bug);
      return NO_SCOPE;
    }
  }

  private void close(Scope scope) {
    try {
      scope.close();
    } catch (Throwable bug) {
      log(bug);
    }
  }

  private void log(Throwable bug) {
    QuietLog.firstWarning(
        logged,
        "Call context",
        context,
        "calls continue without it, and its further exceptions are not logged",
        bug);
  }
}
