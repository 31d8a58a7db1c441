package dev.reprise.opentelemetry;

import static dev.reprise.opentelemetry.TelemetryFixture.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.context.CallContext;
import dev.reprise.event.CallObserver;
import dev.reprise.event.RetryEvent;
import dev.reprise.function.Attempt;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls on threads of pools, whose attempts make a request with a span of their own. */
class TracesOnThreadsTest {

  private static final ContextKey<String> USER = ContextKey.named("user");

  private final TelemetryFixture telemetry = new TelemetryFixture();
  private final ExecutorService pool = Executors.newFixedThreadPool(2);
  private final RetryPolicy policy =
      RetryPolicy.builder().maxAttempts(3).backoff(Backoff.fixed(Duration.ofMillis(1))).build();
  private final AtomicInteger requests = new AtomicInteger();
  private final CountDownLatch hedged = new CountDownLatch(2);

  @AfterEach
  void stop() throws InterruptedException {
    pool.shutdown();
    assertThat(pool.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    telemetry.close();
  }

  /** A request of a client library, below the current span. */
  private String fetch() throws IOException {
    Span request = telemetry.sdk.getTracer("client").spanBuilder("request").startSpan();
    request.end();
    if (requests.incrementAndGet() < 3) {
      throw new IOException("reset");
    }
    return "page";
  }

  private CompletableFuture<String> fetchLater() {
    return CompletableFuture.supplyAsync(() -> "page", pool);
  }

  private Retry retry() {
    return telemetry.observing.observe(Retry.of(policy).named("orders").withExecutor(pool));
  }

  private void requestsAreInTheTrace() {
    Map<String, String> attempts =
        telemetry.attempts().stream()
            .collect(
                Collectors.toMap(
                    SpanData::getSpanId, span -> "" + get(span, SpanAttributes.ATTEMPT)));
    String caller = telemetry.caller.getSpanContext().getSpanId();
    List<SpanData> made = telemetry.spansOf("request");
    assertThat(made)
        .extracting(SpanData::getTraceId)
        .containsOnly(telemetry.caller.getSpanContext().getTraceId());
    assertThat(made)
        .extracting(SpanData::getParentSpanId)
        .extracting(parent -> parent.equals(caller) ? "caller" : attempts.get(parent))
        .satisfiesExactlyInAnyOrder(
            // of the first attempt: on a busy machine its hedge, which creates the spans, is faster
            parent -> assertThat(parent).isIn("caller", "1"),
            parent -> assertThat(parent).isEqualTo("2"),
            parent -> assertThat(parent).isEqualTo("3"));
  }

  @Test
  void blocking_attempts_on_an_executor_are_in_the_trace_of_the_caller() {
    assertThat(telemetry.inCaller(() -> retry().callAsync(this::fetch, pool)).join())
        .isEqualTo("page");
    requestsAreInTheTrace();
  }

  @Test
  void stages_are_in_the_trace_of_the_caller() {
    CompletableFuture<String> call =
        telemetry.inCaller(
            () ->
                retry()
                    .callAsync(
                        () -> {
                          fetch();
                          return fetchLater();
                        }));
    assertThat(call.join()).isEqualTo("page");
    requestsAreInTheTrace();
  }

  @Test
  void hedges_are_in_the_trace_of_the_caller() {
    Retry hedging =
        retry()
            .withPolicy(
                policy.toBuilder()
                    .idempotency(Idempotency.IDEMPOTENT)
                    .hedge(Hedge.after(Duration.ofMillis(1)))
                    .build());
    CompletableFuture<String> call =
        telemetry.inCaller(
            () ->
                hedging.callAsync(
                    () -> {
                      hedged.countDown();
                      if (!hedged.await(1, TimeUnit.MINUTES)) {
                        throw new IllegalStateException("no hedge");
                      }
                      return fetch();
                    },
                    pool));
    assertThat(call.join()).isEqualTo("page");
    requestsAreInTheTrace();
  }

  /** Such as when its future is cancelled while a thread of the executor takes it up. */
  @Test
  void a_call_that_ends_while_its_first_attempt_begins_leaves_no_span_open() {
    Deque<Runnable> tasks = new ArrayDeque<>();
    Deque<CompletableFuture<String>> calls = new ArrayDeque<>();
    Retry cancelled = Retry.of(policy).withObserver(origin -> new CancellingObserver(calls));
    Retry retry = telemetry.observing.withSpansOfAllCalls().observe(cancelled);
    calls.add(retry.callAsync(this::fetch, tasks::add));
    tasks.forEach(Runnable::run);

    assertThat(calls.remove()).isCancelled();
    assertThat(telemetry.startedSpans()).isEqualTo(telemetry.spans().size()).isNotZero();
  }

  /** Cancels the call when its attempt begins, before the spans hear of the attempt. */
  private record CancellingObserver(Deque<CompletableFuture<String>> calls)
      implements CallObserver.ObservedCall {

    @Override
    public CallContext.Scope beginAttempt(Attempt attempt) {
      calls.element().cancel(true);
      return () -> {};
    }

    @Override
    public void on(RetryEvent event) {}
  }

  @Test
  void a_pool_keeps_its_own_context() throws Exception {
    CompletableFuture<String> call = telemetry.inCaller(() -> retry().callAsync(this::fetch, pool));
    assertThat(call.join()).isEqualTo("page");
    assertThat(pool.submit(Span::current).get()).isEqualTo(Span.getInvalid());
  }

  @Test
  void the_context_is_propagated_without_an_sdk_too() {
    Retry observed = RetryTelemetry.of(OpenTelemetry.noop()).observe(Retry.of(policy));
    CompletableFuture<String> call;
    try (Scope scope = Context.current().with(USER, "ann").makeCurrent()) {
      call =
          observed.callAsync(
              () -> {
                if (requests.incrementAndGet() < 3) {
                  throw new IOException("reset");
                }
                return String.valueOf(Context.current().get(USER));
              },
              pool);
    }
    assertThat(call.join()).isEqualTo("ann");
  }
}
