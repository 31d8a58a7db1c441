package dev.reprise.micrometer;

import io.micrometer.observation.NullObservation;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Records observations, and every use of them that is not allowed: a second start or stop, a stop
 * with an open scope, a scope or an error after the stop.
 */
final class ObservationRecorder implements ObservationHandler<Observation.Context> {

  private final Map<Observation.Context, Life> lives = new ConcurrentHashMap<>();
  private final Collection<Observation.Context> started = new ConcurrentLinkedQueue<>();
  private final Collection<String> violations = new ConcurrentLinkedQueue<>();

  private static final class Life {
    private int scopes;
    private boolean stopped;
  }

  static ObservationRegistry registry(ObservationRecorder recorder) {
    ObservationRegistry registry = ObservationRegistry.create();
    registry.observationConfig().observationHandler(recorder);
    return registry;
  }

  List<RetryCallContext> calls() {
    return of(RetryCallContext.class);
  }

  List<RetryAttemptContext> attempts() {
    return of(RetryAttemptContext.class);
  }

  private <C extends Observation.Context> List<C> of(Class<C> type) {
    return started.stream().filter(type::isInstance).map(type::cast).toList();
  }

  /** Uses that are not allowed, and observations that were not stopped. */
  List<String> mistakes() {
    List<String> all = new ArrayList<>(violations);
    lives.forEach(
        (context, life) -> {
          synchronized (life) {
            if (!life.stopped) {
              all.add("not stopped: " + context);
            }
          }
        });
    return all;
  }

  /** The value of a key; null if it is absent. */
  static @Nullable String value(Observation.Context context, String key) {
    return context.getAllKeyValues().stream()
        .filter(one -> one.getKey().equals(key))
        .map(one -> one.getValue())
        .findAny()
        .orElse(null);
  }

  @Override
  public boolean supportsContext(Observation.Context context) {
    return context.getClass().getEnclosingClass() != NullObservation.class; // never started
  }

  @Override
  public void onStart(Observation.Context context) {
    started.add(context);
    if (lives.put(context, new Life()) != null) {
      violations.add("started twice: " + context);
    }
  }

  @Override
  public void onError(Observation.Context context) {
    change(context, "error", 0, false);
  }

  @Override
  public void onScopeOpened(Observation.Context context) {
    change(context, "scope opened", 1, false);
  }

  @Override
  public void onScopeClosed(Observation.Context context) {
    change(context, "scope closed", -1, false);
  }

  @Override
  public void onStop(Observation.Context context) {
    change(context, "stop", 0, true);
  }

  private void change(Observation.Context context, String what, int scopes, boolean stop) {
    Life life = lives.get(context);
    if (life == null) {
      violations.add(what + " before the start: " + context);
      return;
    }
    synchronized (life) {
      if (life.stopped) {
        violations.add(what + " after the stop: " + context);
      }
      life.scopes += scopes;
      if (stop && life.scopes > 0) {
        violations.add("stopped with an open scope: " + context);
      }
      life.stopped |= stop;
    }
  }
}
