package dev.reprise.reactor;

import org.reactivestreams.Subscription;
import reactor.core.publisher.Operators;
import reactor.util.Logger;
import reactor.util.Loggers;
import reactor.util.context.Context;

/** Cancels sources that users may have written. */
final class Upstreams {

  private static final Logger LOG = Loggers.getLogger(Upstreams.class);

  private Upstreams() {}

  /** Cancels a source; an exception of it is dropped, since the call must end. */
  static void cancel(Subscription source, Context context) {
    try {
      source.cancel();
    } catch (Throwable bug) {
      drop(bug, context);
    }
  }

  /** Passes an exception to the hook for dropped errors, which may throw one itself. */
  static void drop(Throwable bug, Context context) {
    try {
      Operators.onErrorDropped(bug, context);
    } catch (Throwable ofHook) {
      LOG.error("the hook for dropped errors threw", ofHook);
    }
  }
}
