package dev.reprise.opentelemetry;

import dev.reprise.Retry;
import io.opentelemetry.api.OpenTelemetry;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Observes retries with OpenTelemetry: it propagates the caller's context to all attempts, creates
 * spans for calls that are retried, and records metrics.
 *
 * <pre>{@code
 * RetryTelemetry telemetry = RetryTelemetry.of(openTelemetry);
 * Retry orders = telemetry.observe(Retry.of(policy).named("orders"));
 * }</pre>
 *
 * <p>Create one instance per {@link OpenTelemetry} and observe each retry once. With the Java
 * agent, pass {@code GlobalOpenTelemetry.get()}.
 *
 * <p><b>Context.</b> Every attempt, callback and completion of a call runs in the context that was
 * current when the call began, in every call shape and on every thread.
 *
 * <p><b>Spans.</b> A call whose first attempt succeeds has no span. The spans of a call are created
 * when its first attempt fails with a retryable outcome, or when the first hedge begins: one for
 * the call, and one for each attempt, all of kind {@code INTERNAL}. A later attempt runs with its
 * span as the current one, so spans of client libraries become its children. Those of the first
 * attempt were created before, so they are children of the caller's span.
 *
 * <table>
 *   <caption>Span of a call: {@code retry NAME}</caption>
 *   <tr><td>{@code reprise.retry}</td><td>name of the retry</td></tr>
 *   <tr><td>{@code reprise.attempts}</td><td>number of attempts</td></tr>
 *   <tr><td>{@code reprise.outcome}</td><td>{@code retried}, {@code failed}; {@code first_attempt}
 *       with {@link #withSpansOfAllCalls()}</td></tr>
 *   <tr><td>{@code reprise.stop_reason}</td><td>the stop reason in lower case</td></tr>
 *   <tr><td>{@code error.type}</td><td>class of the failure of the call, {@code result_rejected} if
 *       it returns a rejected result</td></tr>
 *   <tr><td>status</td><td>error if the call did not succeed, unless it was cancelled</td></tr>
 *   <tr><td>event {@code reprise.wait}</td><td>{@code reprise.wait.duration} in seconds, {@code
 *       reprise.wait.source}, {@code reprise.attempt}, after which the call waits</td></tr>
 *   <tr><td>event {@code reprise.giveup}</td><td>{@code reprise.stop_reason}</td></tr>
 *   <tr><td>event {@code reprise.hedge.refused}</td><td>the budget refused a hedge</td></tr>
 * </table>
 *
 * <table>
 *   <caption>Span of an attempt: {@code attempt NAME}</caption>
 *   <tr><td>{@code reprise.retry}</td><td>name of the retry</td></tr>
 *   <tr><td>{@code reprise.attempt}</td><td>number of the attempt, from 1</td></tr>
 *   <tr><td>{@code reprise.hedge}</td><td>true if it began while another was in flight</td></tr>
 *   <tr><td>{@code reprise.attempt.result}</td><td>{@code accepted}, {@code failed}, {@code
 *       cancelled}</td></tr>
 *   <tr><td>{@code reprise.failure.kind}</td><td>kind of the failure in lower case</td></tr>
 *   <tr><td>{@code error.type}</td><td>class of the failure, {@code result_rejected} for a rejected
 *       result</td></tr>
 *   <tr><td>status</td><td>error if it failed</td></tr>
 * </table>
 *
 * <p><b>Metrics.</b> Names, attributes and meaning are those of {@code reprise-micrometer}; each
 * has the attribute {@code retry}, the name of the retry. Several retries with one name share their
 * instruments: counters add up, and {@code reprise.budget.level} is the lowest level. Measurements
 * are recorded on the thread that runs the call and with its context, so that exemplars carry its
 * trace.
 *
 * <table>
 *   <caption>Instruments</caption>
 *   <tr><th>name</th><th>type</th><th>further attributes</th><th>value</th></tr>
 *   <tr><td>{@code reprise.calls}</td><td>counter</td><td>{@code outcome}: {@code first_attempt},
 *       {@code retried}, {@code failed}</td><td>calls that have ended; {@code retried} if a later
 *       attempt was made, as a retry or a hedge, and one was accepted</td></tr>
 *   <tr><td>{@code reprise.call.attempts}</td><td>histogram</td><td>{@code outcome}: {@code
 *       retried}, {@code failed}</td><td>attempts of such a call</td></tr>
 *   <tr><td>{@code reprise.call.duration}</td><td>histogram, seconds</td><td>{@code outcome}</td>
 *       <td>time from the start of such a call to its end, including waits; with {@link
 *       #withFirstAttemptTimes()} also of calls with the outcome {@code first_attempt}</td></tr>
 *   <tr><td>{@code reprise.attempts.failed}</td><td>counter</td><td>{@code kind}: the failure kind;
 *       {@code exception} with {@link #withExceptionClasses()}</td><td>attempts that were not
 *       accepted, without those cancelled because a different attempt was accepted</td></tr>
 *   <tr><td>{@code reprise.giveups}</td><td>counter</td><td>{@code reason}: the stop reason</td>
 *       <td>calls that ended without success</td></tr>
 *   <tr><td>{@code reprise.fallbacks}</td><td>counter</td><td></td><td>failed calls that returned
 *       the result of a fallback or backup</td></tr>
 *   <tr><td>{@code reprise.waits}</td><td>histogram, seconds</td><td>{@code source}: {@code
 *       backoff}, {@code jitter}, {@code server}</td><td>waits between attempts, as decided</td></tr>
 *   <tr><td>{@code reprise.hedges}</td><td>counter</td><td>{@code result}: {@code started}, {@code
 *       won}, {@code refused}</td><td>attempts in parallel with one in flight</td></tr>
 *   <tr><td>{@code reprise.budget.refused}</td><td>counter</td><td>{@code of}: {@code retry}, {@code
 *       hedge}</td><td>attempts that the budget refused</td></tr>
 *   <tr><td>{@code reprise.budget.level}</td><td>gauge</td><td></td><td>{@linkplain
 *       Retry#budgetLevel() lowest level} of the budgets of the retry and its keys, from 0 to 1;
 *       absent if the budget does not know its level</td></tr>
 *   <tr><td>{@code reprise.calls.retrying}</td><td>up-down counter</td><td></td><td>calls that wait
 *       for a retry, make one, or were hedged</td></tr>
 * </table>
 *
 * <p>Neither spans nor metrics contain a host, a message, or the key of {@link Retry#on(Object)},
 * unless {@link #withMessages()} adds messages to spans.
 */
public final class RetryTelemetry {

  private static final String SCOPE = "dev.reprise";

  private final OpenTelemetry openTelemetry;
  private final Supplier<RetryInstruments> instruments;
  private final Set<Option> options;

  private RetryTelemetry(
      OpenTelemetry openTelemetry, Supplier<RetryInstruments> instruments, Set<Option> options) {
    this.openTelemetry = openTelemetry;
    this.instruments = instruments;
    this.options = options;
  }

  /**
   * Creates telemetry with spans and metrics.
   *
   * @param openTelemetry receives spans and metrics, with the instrumentation scope {@code
   *     dev.reprise}
   * @return telemetry for any number of retries
   */
  public static RetryTelemetry of(OpenTelemetry openTelemetry) {
    Objects.requireNonNull(openTelemetry, "openTelemetry");
    return new RetryTelemetry(
        openTelemetry,
        new Once<>(() -> new RetryInstruments(openTelemetry.getMeter(SCOPE))),
        EnumSet.of(Option.SPANS, Option.METRICS));
  }

  /**
   * Switches spans off. The context is still propagated.
   *
   * @return a copy without spans
   */
  public RetryTelemetry withoutSpans() {
    return with(Option.SPANS, false);
  }

  /**
   * Switches metrics off, for applications that record them with {@code reprise-micrometer}.
   *
   * @return a copy without metrics
   */
  public RetryTelemetry withoutMetrics() {
    return with(Option.METRICS, false);
  }

  /**
   * Creates spans for all calls, also for those whose first attempt succeeds, when a call and an
   * attempt begin. Spans of client libraries are then children of the first attempt as well. Off by
   * default, because each call adds two spans.
   *
   * @return a copy that traces all calls
   */
  public RetryTelemetry withSpansOfAllCalls() {
    return with(Option.SPANS_OF_ALL_CALLS, true);
  }

  /**
   * Adds descriptions of failures and rejected results to spans: as description of the error
   * status, and as {@code exception.message} of an event {@code exception} without stack trace. The
   * text is that of reports, so {@link Retry#describingFailures} applies. Off by default, because
   * messages may contain secrets.
   *
   * @return a copy with messages
   */
  public RetryTelemetry withMessages() {
    return with(Option.MESSAGES, true);
  }

  /**
   * Sets {@code http.request.resend_count} on the spans of HTTP clients that are instrumented by a
   * library of {@code opentelemetry-instrumentation}, such as its interceptor for OkHttp. It has no
   * effect on the spans of the Java agent, which has its own copy of these classes.
   *
   * @return a copy with resend counts
   * @throws IllegalStateException if {@code opentelemetry-instrumentation-api} is missing
   */
  public RetryTelemetry withHttpResendCount() {
    HttpResendCount.check();
    return with(Option.HTTP_RESEND_COUNT, true);
  }

  /**
   * Adds the simple class name of the exception to {@code reprise.attempts.failed}, as the
   * attribute {@code exception}; {@code none} for rejected results. Off by default, because each
   * class adds a time series.
   *
   * @return a copy with this attribute
   */
  public RetryTelemetry withExceptionClasses() {
    return with(Option.EXCEPTION_CLASSES, true);
  }

  /**
   * Records the duration of calls whose first attempt succeeds as well. Off by default, because it
   * reads the clock twice per call and allocates an event.
   *
   * @return a copy that records them
   */
  public RetryTelemetry withFirstAttemptTimes() {
    return with(Option.FIRST_ATTEMPT_TIMES, true);
  }

  /**
   * Publishes the metrics of a retry from its first call on that ends or is retried. For a retry
   * that may never be used, such as a default one, which would else add time series that stay at 0.
   * The rate of a counter misses its first event, because there is no value before.
   *
   * @return a copy without metrics of unused retries
   */
  public RetryTelemetry withMetricsFromFirstCall() {
    return with(Option.METRICS_FROM_FIRST_CALL, true);
  }

  private RetryTelemetry with(Option option, boolean on) {
    Set<Option> changed = EnumSet.copyOf(options);
    if (on) {
      changed.add(option);
    } else {
      changed.remove(option);
    }
    return new RetryTelemetry(openTelemetry, instruments, changed);
  }

  /**
   * Observes the calls of a retry. Observe it after its other settings: spans and metrics use its
   * name and its environment at this moment.
   *
   * @param retry the retry
   * @return a copy whose calls are observed, sharing the state
   */
  public Retry observe(Retry retry) {
    Retry observed =
        options.contains(Option.SPANS)
            ? retry.withObserver(
                new RetrySpans(openTelemetry.getTracer(SCOPE), retry.environment(), options))
            : retry.withContext(OpenTelemetryContext.propagation());
    return options.contains(Option.METRICS)
        ? observed.withListener(instruments.get().listenerFor(retry, options))
        : observed;
  }

  /** A value that is created when it is first used: retries without metrics have no instruments. */
  private static final class Once<V> implements Supplier<V> {

    private final Supplier<V> source;
    private @Nullable V value;

    Once(Supplier<V> source) {
      this.source = source;
    }

    @Override
    public synchronized V get() {
      V known = value;
      if (known == null) {
        known = source.get();
        value = known;
      }
      return known;
    }
  }
}
