package dev.reprise.micrometer;

import dev.reprise.Retry;
import dev.reprise.event.CallObserver;
import dev.reprise.event.RetryEvent;
import io.micrometer.observation.NullObservation;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.ObservationRegistry;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Observes calls with Micrometer's Observation API: one observation for a call, and in it one for
 * each attempt, in every call shape. With a tracing handler they become spans:
 *
 * <pre>{@code
 * Retry orders = RetryObservations.of(observations).observe(Retry.of(policy).named("orders"));
 * }</pre>
 *
 * <p>The parent of the observation of a call is the current one of the thread that makes the call.
 * The observation of an attempt is current while the code of the attempt runs, on any thread, so
 * that the spans of an HTTP client belong to it. Code of the call that runs on other threads, such
 * as listeners and dependent stages, has the parent of the call as its current observation; without
 * a parent it has none, also on a thread that has one of other code.
 *
 * <table>
 *   <caption>Observations by the default conventions</caption>
 *   <tr><th></th><th>call</th><th>attempt</th></tr>
 *   <tr><th>name</th><td>{@code reprise.call}</td><td>{@code reprise.attempt}</td></tr>
 *   <tr><th>contextual name</th><td>{@code orders call}</td><td>{@code orders attempt}</td></tr>
 *   <tr><th>low cardinality</th><td>{@code retry}; {@code outcome}: {@code first_attempt}, {@code
 *       retried}, {@code failed}; {@code reason}: the stop reason</td><td>{@code retry}; {@code
 *       outcome}: {@code accepted}, {@code failed}, {@code cancelled}; {@code kind}: the failure kind;
 *       {@code hedge}: {@code true}, {@code false}</td></tr>
 *   <tr><th>high cardinality</th><td>{@code reprise.attempts}: their number</td><td>{@code
 *       reprise.attempt}: its number</td></tr>
 *   <tr><th>error</th><td>the failure of the call</td><td>the failure of the attempt</td></tr>
 * </table>
 *
 * <p>A value that is not known yet, or does not apply, is {@code none}. A convention replaces names
 * and values: one that is set here, else a global one of the registry, else the default. An
 * observation predicate can switch off attempts; a call that is switched off has no observed
 * attempts.
 *
 * <p>Observed calls allocate, even if their first attempt succeeds. Use {@link RetryMetrics} for
 * metrics alone.
 */
public final class RetryObservations {

  private final ObservationRegistry registry;
  private final @Nullable ObservationConvention<RetryCallContext> callConvention;
  private final @Nullable ObservationConvention<RetryAttemptContext> attemptConvention;

  private RetryObservations(
      ObservationRegistry registry,
      @Nullable ObservationConvention<RetryCallContext> callConvention,
      @Nullable ObservationConvention<RetryAttemptContext> attemptConvention) {
    this.registry = registry;
    this.callConvention = callConvention;
    this.attemptConvention = attemptConvention;
  }

  /**
   * Creates observations with the default conventions.
   *
   * @param registry receives the observations; if it has no handlers when a call begins, the call
   *     is not observed
   * @return observations for any number of retries
   */
  public static RetryObservations of(ObservationRegistry registry) {
    return new RetryObservations(Objects.requireNonNull(registry, "registry"), null, null);
  }

  /**
   * Sets the convention for calls.
   *
   * @param convention replaces the default one, for example a subclass of {@link
   *     DefaultCallConvention}
   * @return a copy with this convention
   */
  public RetryObservations withCallConvention(ObservationConvention<RetryCallContext> convention) {
    return new RetryObservations(
        registry, Objects.requireNonNull(convention, "convention"), attemptConvention);
  }

  /**
   * Sets the convention for attempts.
   *
   * @param convention replaces the default one, for example a subclass of {@link
   *     DefaultAttemptConvention}
   * @return a copy with this convention
   */
  public RetryObservations withAttemptConvention(
      ObservationConvention<RetryAttemptContext> convention) {
    return new RetryObservations(
        registry, callConvention, Objects.requireNonNull(convention, "convention"));
  }

  /**
   * Observes the calls of a retry.
   *
   * @param retry the retry
   * @return a copy whose calls are observed, sharing the state
   */
  public Retry observe(Retry retry) {
    return retry.withObserver(this::begin);
  }

  private CallObserver.@Nullable ObservedCall begin(RetryEvent.Origin origin) {
    if (registry.isNoop()) {
      return null;
    }
    Observation parent = registry.getCurrentObservation();
    RetryCallContext context = new RetryCallContext(origin.retry(), origin.key());
    Observation call =
        Observation.createNotStarted(
            callConvention, DefaultCallConvention.INSTANCE, () -> context, registry);
    return call.isNoop() ? null : new ObservedRetryCall(this, parent, call.start(), context);
  }

  /** The observation of an attempt, which has not started. */
  Observation attempt(Observation call, RetryAttemptContext context) {
    return Observation.createNotStarted(
            attemptConvention, DefaultAttemptConvention.INSTANCE, () -> context, registry)
        .parentObservation(call);
  }

  /**
   * An observation that is none, for a call that was made outside of any; null if this thread has
   * no current one that it could hide.
   */
  @Nullable Observation noneInPlaceOfForeign() {
    return registry.getCurrentObservation() == null ? null : new NullObservation(registry);
  }

  /** Makes an observation current on this thread, or throws and leaves the thread unchanged. */
  Observation.Scope openScope(Observation observation) {
    Observation.Scope before = registry.getCurrentObservationScope();
    try {
      return observation.openScope();
    } catch (Throwable bug) { // of a handler, after the observation has become current
      registry.setCurrentObservationScope(before);
      throw bug;
    }
  }
}
