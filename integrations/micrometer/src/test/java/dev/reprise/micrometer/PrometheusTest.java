package dev.reprise.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Outcome;
import dev.reprise.classify.Verdict;
import dev.reprise.context.CallContext;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.StopReason;
import dev.reprise.decision.WaitSource;
import dev.reprise.event.RetryEvent;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.VirtualTime;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.tracer.common.SpanContext;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What Prometheus scrapes: the number of time series, and the exemplars. */
class PrometheusTest {

  private static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0";
  private static final Pattern TRACE_ID = Pattern.compile("trace_id=\"([^\"]*)\"");
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";

  private final ThreadLocal<@Nullable String> trace = new ThreadLocal<>();
  private final Set<String> threadsThatRecord = new ConcurrentSkipListSet<>();
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(
          PrometheusConfig.DEFAULT, new PrometheusRegistry(), Clock.SYSTEM, new CurrentTrace());
  private final VirtualTime time = VirtualTime.seeded(1);

  private final class CurrentTrace implements SpanContext {

    @Override
    public @Nullable String getCurrentTraceId() {
      threadsThatRecord.add(Thread.currentThread().getName());
      return trace.get();
    }

    @Override
    public @Nullable String getCurrentSpanId() {
      return trace.get() == null ? null : "b7ad6b7169203331";
    }

    @Override
    public boolean isCurrentSpanSampled() {
      return true;
    }

    @Override
    public void markCurrentSpanAsExemplar() {}
  }

  private List<String> series() {
    return registry.scrape().lines().filter(line -> !line.startsWith("#")).toList();
  }

  private Retry retry() {
    return RetryMetrics.of(registry)
        .bind(Retry.of(RetryPolicy.defaults()).withEnvironment(time).named("orders"));
  }

  /** The guide states these numbers: docs/guide/metrics.md. */
  @Test
  void a_retry_whose_calls_succeed_at_once_has_29_series() throws Exception {
    Retry retry = retry();
    assertThat(series()).hasSize(29);
    retry.call(() -> "page");
    retry.callAsync(() -> CompletableFuture.completedFuture("page")).join();

    assertThat(series()).hasSize(29);
  }

  @Test
  void a_retry_whose_calls_are_retried_and_give_up_has_66_series() throws Exception {
    Retry retry = retry();
    retry.call(operation().fails(new IOException("reset")).returns("page"));
    assertThatThrownBy(() -> retry.call(operation().fails(new IOException("reset"))))
        .isInstanceOf(IOException.class);

    assertThat(series()).hasSize(66);
  }

  @Test
  void a_retry_with_every_event_has_at_most_107_series() {
    RetryMeters meters = new RetryMeters(registry, RetryMetrics.MeterOptions.DEFAULTS, named());
    publishAll(meters);
    assertThat(series()).hasSize(107);
    publishAll(meters);

    assertThat(series()).hasSize(107);
  }

  @Test
  void a_retry_with_every_event_and_first_attempt_times_has_at_most_119_series() {
    RetryMetrics.MeterOptions options =
        new RetryMetrics.MeterOptions(Tags.empty(), false, true, null);
    publishAll(new RetryMeters(registry, options, named()));

    assertThat(series()).hasSize(119);
  }

  private static Retry named() {
    return Retry.of(RetryPolicy.defaults()).named("orders");
  }

  /** Every value of each tag. */
  private static void publishAll(RetryMeters meters) {
    RetryEvent.Origin origin = RetryEvent.Origin.of("orders");
    Outcome<?> failed = Outcome.threw(new IOException("reset"));
    if (meters.events().contains(RetryEvent.class)) {
      meters.on(new RetryEvent.FirstAttemptSucceeded(origin, 1));
    }
    long call = 1;
    for (FailureKind kind : FailureKind.values()) {
      Decision gaveUp = Decision.giveUp(Verdict.retry().withKind(kind), StopReason.ATTEMPTS);
      meters.on(new RetryEvent.AttemptFinished(origin, call++, 1, 0, failed, gaveUp));
    }
    for (WaitSource source : WaitSource.values()) {
      Decision again =
          new Decision.RetryAfter(
              Verdict.retry(), 1, source, Progress.startingAt(0).attempted(0, 0, 1));
      meters.on(new RetryEvent.AttemptFinished(origin, call++, 1, 0, failed, again));
    }
    meters.on(new RetryEvent.HedgeStarted(origin, call, 2));
    meters.on(new RetryEvent.HedgeRefused(origin, call, 2));
    meters.on(
        new RetryEvent.AttemptFinished(
            origin, call, 2, 0, Outcome.returned("page"), Decision.accept()));
    for (StopReason reason : StopReason.values()) {
      meters.on(new RetryEvent.CallFinished(origin, call++, 2, reason, 1, 1, null, null));
    }
  }

  private ScriptedOperation<@Nullable Object> operation() {
    return new ScriptedOperation<>(time);
  }

  @Test
  void exemplars_carry_the_trace_of_a_blocking_call() {
    Retry retry =
        RetryMetrics.of(registry).bind(named().withPolicy(policy("maxAttempts=2 backoff=none")));
    trace.set(TRACE);
    assertThatThrownBy(() -> retry.call(operation().fails(new IOException("reset"))))
        .isInstanceOf(IOException.class);
    trace.remove();

    assertThat(exemplars()).contains("reprise_calls_total", "reprise_call_duration_seconds_count");
    assertThat(tracesOfExemplars()).containsOnly(TRACE);
  }

  /**
   * The first attempt fails on a pool, the timer waits, and the second one succeeds on another
   * pool. No thread but that of the caller has the trace, unless it is restored there.
   */
  @Test
  void exemplars_carry_the_trace_of_a_call_that_other_threads_retried() throws Exception {
    ExecutorService client = Executors.newSingleThreadExecutor(work -> new Thread(work, "client"));
    ExecutorService later = Executors.newSingleThreadExecutor(work -> new Thread(work, "later"));
    CallContext traced = CallContext.of(trace::get, trace::set, trace::remove);
    Retry retry =
        RetryMetrics.of(registry)
            .bind(
                named()
                    .withPolicy(policy("maxAttempts=2 backoff=fixed(1ms)"))
                    .withExecutor(later)
                    .withContext(traced));
    CountDownLatch begun = new CountDownLatch(1);
    AtomicInteger attempts = new AtomicInteger();
    trace.set(TRACE);
    CompletableFuture<String> call =
        retry.callAsync(() -> CompletableFuture.supplyAsync(() -> page(begun, attempts), client));
    trace.remove();
    begun.countDown();

    assertThat(call.get(1, TimeUnit.MINUTES)).isEqualTo("page");
    assertThat(exemplars())
        .contains(
            "reprise_calls_total",
            "reprise_attempts_failed_total",
            "reprise_waits_seconds_count",
            "reprise_call_duration_seconds_count");
    assertThat(tracesOfExemplars()).containsOnly(TRACE);
    assertThat(threadsThatRecord).isNotEmpty().isSubsetOf("client", "later");
    client.shutdown();
    later.shutdown();
  }

  private static String page(CountDownLatch begun, AtomicInteger attempts) {
    try {
      assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException stopped) {
      throw new IllegalStateException(stopped);
    }
    if (attempts.incrementAndGet() == 1) {
      throw new CompletionException(new IOException("reset"));
    }
    return "page";
  }

  private static RetryPolicy policy(String text) {
    return RetryPolicy.parse(text);
  }

  /** Names of the series with an exemplar. */
  private Set<String> exemplars() {
    return registry
        .scrape(OPEN_METRICS)
        .lines()
        .filter(line -> line.contains("# {"))
        .map(line -> line.substring(0, line.indexOf('{')))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private List<String> tracesOfExemplars() {
    return TRACE_ID
        .matcher(registry.scrape(OPEN_METRICS))
        .results()
        .map(id -> id.group(1))
        .toList();
  }
}
