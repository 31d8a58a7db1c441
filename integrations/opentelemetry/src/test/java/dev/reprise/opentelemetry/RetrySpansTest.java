package dev.reprise.opentelemetry;

import static dev.reprise.opentelemetry.TelemetryFixture.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.DrivenCall;
import dev.reprise.Retry;
import dev.reprise.RetryStep;
import dev.reprise.budget.RetryBudget;
import dev.reprise.function.Attempt;
import dev.reprise.testing.shape.CallShape.Trait;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.instrumentation.api.instrumenter.AttributesExtractor;
import io.opentelemetry.instrumentation.api.semconv.http.HttpClientAttributesExtractor;
import io.opentelemetry.instrumentation.api.semconv.http.HttpClientAttributesGetter;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The spans of one call, in every call shape. */
class RetrySpansTest {

  private static final AttributeKey<Long> RESEND_COUNT =
      AttributeKey.longKey("http.request.resend_count");

  @Test
  void a_call_that_succeeds_at_once_has_no_span() {
    ShapeFixture.inEveryShape(
        fixture -> {
          fixture.returns(0, "page").call();
          assertThat(fixture.telemetry.spans()).isEmpty();
          assertThat(fixture.current).containsExactly(fixture.telemetry.caller);
        });
  }

  @Test
  void a_call_that_is_not_worth_a_retry_has_no_span() {
    ShapeFixture.inEveryShape(
        fixture -> {
          fixture.fails(10, new IllegalArgumentException("bad")).call();
          assertThat(fixture.telemetry.spans()).isEmpty();
        });
  }

  @Test
  void a_retried_call_and_each_of_its_attempts_have_a_span_with_real_times() {
    ShapeFixture.inEveryShape(
        fixture -> {
          IOException reset = new IOException("reset");
          fixture.fails(10, reset).fails(20, reset).returns(30, "page").call();
          SpanData call = fixture.telemetry.call();
          assertThat(call.getName()).isEqualTo("retry orders");
          assertThat(call.getKind()).isEqualTo(SpanKind.INTERNAL);
          assertThat(call.getInstrumentationScopeInfo().getName()).isEqualTo("dev.reprise");
          assertThat(call.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
          assertThat(get(call, SpanAttributes.RETRY)).isEqualTo("orders");
          assertThat(get(call, SpanAttributes.ATTEMPTS)).isEqualTo(3);
          assertThat(get(call, SpanAttributes.OUTCOME)).isEqualTo("retried");
          assertThat(get(call, SpanAttributes.STOP_REASON)).isEqualTo("succeeded");
          assertThat(fixture.telemetry.millis(call)).isEqualTo("0-260");
          List<SpanData> attempts = fixture.telemetry.attempts();
          assertThat(attempts).extracting(SpanData::getName).containsOnly("attempt orders");
          assertThat(attempts)
              .extracting(span -> get(span, SpanAttributes.ATTEMPT))
              .containsExactly(1L, 2L, 3L);
          assertThat(attempts)
              .extracting(span -> get(span, SpanAttributes.RESULT))
              .containsExactly("failed", "failed", "accepted");
          assertThat(attempts)
              .extracting(span -> get(span, SpanAttributes.ERROR_TYPE))
              .containsExactly("java.io.IOException", "java.io.IOException", null);
          assertThat(attempts)
              .extracting(span -> span.getStatus().getStatusCode())
              .containsExactly(StatusCode.ERROR, StatusCode.ERROR, StatusCode.UNSET);
          assertThat(attempts)
              .extracting(fixture.telemetry::millis)
              .containsExactly("0-10", "110-130", "230-260");
        });
  }

  @Test
  void an_attempt_after_the_first_runs_with_its_span_as_the_current_one() {
    ShapeFixture.inEveryShape(
        fixture -> {
          IOException reset = new IOException("reset");
          fixture.fails(0, reset).fails(0, reset).returns(0, "page").call();
          List<SpanData> attempts = fixture.telemetry.attempts();
          assertThat(fixture.current)
              .extracting(span -> span.getSpanContext().getSpanId())
              .containsExactly(
                  fixture.telemetry.caller.getSpanContext().getSpanId(),
                  attempts.get(1).getSpanId(),
                  attempts.get(2).getSpanId());
          assertThat(Span.current()).isEqualTo(Span.getInvalid());
        });
  }

  @Test
  void with_spans_of_all_calls_the_first_attempt_runs_with_its_span_as_well() {
    ShapeFixture.inEveryShape(
        fixture -> {
          fixture.returns(0, "page").call(RetryTelemetry::withSpansOfAllCalls, retry -> retry);
          SpanData call = fixture.telemetry.call();
          assertThat(get(call, SpanAttributes.OUTCOME)).isEqualTo("first_attempt");
          assertThat(fixture.telemetry.millis(call)).isEqualTo("0-0");
          SpanData attempt = fixture.telemetry.attempts().get(0);
          assertThat(get(attempt, SpanAttributes.RESULT)).isEqualTo("accepted");
          assertThat(fixture.current)
              .extracting(span -> span.getSpanContext().getSpanId())
              .containsExactly(attempt.getSpanId());
        });
  }

  @Test
  void a_call_that_gives_up_has_the_reason_and_the_waits() {
    ShapeFixture.inEveryShape(
        fixture -> {
          IOException reset = new IOException("secret");
          fixture.fails(10, reset).fails(20, reset).fails(30, reset).call();
          SpanData call = fixture.telemetry.call();
          assertThat(call.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
          assertThat(get(call, SpanAttributes.OUTCOME)).isEqualTo("failed");
          assertThat(get(call, SpanAttributes.STOP_REASON)).isEqualTo("attempts");
          assertThat(get(call, SpanAttributes.ERROR_TYPE)).isEqualTo("java.io.IOException");
          assertThat(call.getEvents())
              .extracting(event -> event.getName())
              .containsExactly("reprise.wait", "reprise.wait", "reprise.giveup");
          assertThat(call.getEvents().get(0).getAttributes().get(SpanAttributes.WAIT))
              .isEqualTo(0.1);
          assertThat(fixture.telemetry.spans()).asString().doesNotContain("secret");
        });
  }

  @Test
  void the_attempts_have_the_context_without_spans_too() {
    ShapeFixture.inEveryShape(
        fixture -> {
          IOException reset = new IOException("reset");
          fixture
              .fails(0, reset)
              .fails(0, reset)
              .returns(0, "page")
              .call(RetryTelemetry::withoutSpans, retry -> retry);
          assertThat(fixture.telemetry.spans()).isEmpty();
          assertThat(fixture.current).containsOnly(fixture.telemetry.caller).hasSize(3);
        });
  }

  @Test
  void a_hedge_that_wins_ends_the_span_of_the_attempt_in_flight() {
    ShapeFixture.inShapesWith(
        Trait.HEDGES,
        fixture -> {
          fixture.operation.hangs();
          fixture
              .returns(0, "page")
              .call(telemetry -> telemetry, ShapeFixture::hedgedAfter50Millis);
          SpanData call = fixture.telemetry.call();
          assertThat(get(call, SpanAttributes.OUTCOME)).isEqualTo("retried");
          assertThat(get(call, SpanAttributes.ATTEMPTS)).isEqualTo(2);
          List<SpanData> attempts = fixture.telemetry.attempts();
          assertThat(attempts)
              .extracting(span -> get(span, SpanAttributes.RESULT))
              .containsExactly("cancelled", "accepted");
          assertThat(attempts)
              .extracting(span -> get(span, SpanAttributes.HEDGE))
              .containsExactly(null, true);
          assertThat(attempts)
              .extracting(span -> span.getStatus().getStatusCode())
              .containsOnly(StatusCode.UNSET);
          assertThat(attempts)
              .extracting(fixture.telemetry::millis)
              .containsExactly("0-50", "50-50");
          assertThat(fixture.currentIds()).containsExactly(attempts.get(1).getSpanId());
        });
  }

  @Test
  void a_call_that_is_cancelled_while_it_waits_is_no_error() {
    ShapeFixture.inShapesWith(
        Trait.ASYNC,
        fixture -> {
          fixture.fails(0, new IOException("reset"));
          fixture.meanwhile =
              call ->
                  fixture.telemetry.time.schedule(Duration.ofMillis(50), () -> call.cancel(true));
          fixture.call();
          SpanData call = fixture.telemetry.call();
          assertThat(get(call, SpanAttributes.STOP_REASON)).isEqualTo("cancelled");
          assertThat(get(call, SpanAttributes.OUTCOME)).isEqualTo("failed");
          assertThat(call.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
          assertThat(fixture.telemetry.millis(call)).isEqualTo("0-50");
          assertThat(fixture.telemetry.attempts()).hasSize(1);
        });
  }

  @Test
  void a_call_that_is_cancelled_in_a_later_attempt_ends_its_span() {
    ShapeFixture.inShapesWith(
        Trait.OVERLAPS,
        fixture -> {
          fixture.fails(0, new IOException("reset"));
          fixture.operation.hangs();
          fixture.meanwhile =
              call ->
                  fixture.telemetry.time.schedule(Duration.ofMillis(150), () -> call.cancel(true));
          fixture.call();
          assertThat(fixture.telemetry.millis(fixture.telemetry.call())).isEqualTo("0-150");
          assertThat(fixture.telemetry.attempts())
              .extracting(span -> get(span, SpanAttributes.RESULT))
              .containsExactly("failed", "cancelled");
        });
  }

  @Test
  void a_shutdown_ends_the_spans_of_waiting_calls() {
    ShapeFixture.inEveryShape(
        fixture -> {
          fixture.fails(0, new IOException("reset"));
          fixture.telemetry.time.schedule(
              Duration.ofMillis(50), () -> fixture.observed().shutdown());
          fixture.call();
          SpanData call = fixture.telemetry.call();
          assertThat(get(call, SpanAttributes.STOP_REASON)).isEqualTo("shut_down");
          assertThat(call.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
          assertThat(fixture.telemetry.millis(call)).isEqualTo("0-50");
        });
  }

  @Test
  void an_executor_that_rejects_a_retry_ends_the_spans() {
    try (TelemetryFixture telemetry = new TelemetryFixture()) {
      Retry rejected =
          RetryTelemetry.of(telemetry.sdk)
              .observe(
                  Retry.of(ShapeFixture.POLICY)
                      .withEnvironment(telemetry.time)
                      .withExecutor(
                          work -> {
                            throw new RejectedExecutionException("full");
                          }));
      CompletableFuture<String> call =
          telemetry.inCaller(
              () ->
                  rejected.callAsync(
                      () -> CompletableFuture.failedFuture(new IOException("reset"))));
      telemetry.time.await(call);
      SpanData span = telemetry.call();
      assertThat(get(span, SpanAttributes.STOP_REASON)).isEqualTo("executor_rejected");
      assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
      assertThat(telemetry.attempts()).hasSize(1);
    }
  }

  @Test
  void a_driven_call_that_is_closed_ends_its_spans() {
    try (TelemetryFixture telemetry = new TelemetryFixture()) {
      Retry retry =
          RetryTelemetry.of(telemetry.sdk)
              .observe(Retry.of(ShapeFixture.POLICY).withEnvironment(telemetry.time));
      DrivenCall<String> call = telemetry.inCaller(() -> retry.driver().start());
      Attempt first = Objects.requireNonNull(call.begin(call.next()));
      RetryStep again = call.failed(first, new IOException("reset"));
      telemetry.time.advance(Duration.ofMillis(100));
      assertThat(call.begin(again)).isNotNull(); // and never entered
      call.close();
      assertThat(get(telemetry.call(), SpanAttributes.STOP_REASON)).isEqualTo("cancelled");
      assertThat(telemetry.attempts())
          .extracting(span -> get(span, SpanAttributes.RESULT))
          .containsExactly("failed", "cancelled");
    }
  }

  @Test
  void an_attempt_that_its_driver_does_not_enter_has_a_span_with_its_times() {
    try (TelemetryFixture telemetry = new TelemetryFixture()) {
      Retry retry =
          telemetry.observing.observe(
              Retry.of(ShapeFixture.POLICY).withEnvironment(telemetry.time));
      DrivenCall<String> call = telemetry.inCaller(() -> retry.driver().start());
      telemetry.time.advance(Duration.ofMillis(10));
      Attempt first = Objects.requireNonNull(call.begin(call.next()));
      telemetry.time.advance(Duration.ofMillis(20));
      RetryStep again = call.failed(first, new IOException("reset"));
      telemetry.time.advance(Duration.ofMillis(100));
      Attempt second = Objects.requireNonNull(call.begin(again));
      telemetry.time.advance(Duration.ofMillis(30));
      call.returned(second, "page");
      assertThat(telemetry.millis(telemetry.call())).isEqualTo("0-160");
      assertThat(telemetry.attempts())
          .extracting(telemetry::millis)
          .containsExactly("10-30", "130-160");
    }
  }

  @Test
  void messages_are_added_on_request_as_reports_describe_them() {
    ShapeFixture.inEveryShape(
        fixture -> {
          IOException reset = new IOException("secret");
          fixture
              .fails(0, reset)
              .fails(0, reset)
              .fails(0, reset)
              .call(
                  RetryTelemetry::withMessages,
                  retry -> retry.describingFailures(failure -> "a fault"));
          SpanData call = fixture.telemetry.call();
          assertThat(call.getStatus().getDescription()).isEqualTo("a fault");
          SpanData attempt = fixture.telemetry.attempts().get(0);
          assertThat(attempt.getStatus().getDescription()).isEqualTo("a fault");
          assertThat(attempt.getEvents())
              .singleElement()
              .satisfies(
                  event -> {
                    assertThat(event.getName()).isEqualTo("exception");
                    assertThat(event.getAttributes().get(SpanAttributes.EXCEPTION_TYPE))
                        .isEqualTo("java.io.IOException");
                    assertThat(event.getAttributes().get(SpanAttributes.EXCEPTION_MESSAGE))
                        .isEqualTo("a fault");
                  });
          assertThat(fixture.telemetry.spans()).asString().doesNotContain("secret");
        });
  }

  @Test
  void rejected_results_are_errors_without_an_exception() {
    ShapeFixture.inShapesWith(
        Trait.RETURNS_VALUES,
        fixture -> {
          fixture
              .returns(0, "pending")
              .returns(0, "pending")
              .returns(0, "pending")
              .call(
                  telemetry -> telemetry,
                  retry ->
                      retry.withPolicy(
                          retry.policy().toBuilder()
                              .retryOnResult(String.class, "pending"::equals)
                              .build()));
          SpanData call = fixture.telemetry.call();
          assertThat(call.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
          assertThat(fixture.telemetry.attempts())
              .hasSize(3)
              .allSatisfy(
                  span -> {
                    assertThat(get(span, SpanAttributes.ERROR_TYPE)).isEqualTo("result_rejected");
                    assertThat(get(span, SpanAttributes.RESULT)).isEqualTo("failed");
                  });
        });
  }

  @Test
  void a_hedge_that_the_budget_refuses_is_an_event_of_a_traced_call() {
    ShapeFixture.inShapesWith(
        Trait.HEDGES,
        fixture -> {
          fixture.operation.takes(Duration.ofMillis(70));
          fixture
              .returns(0, "page")
              .call(
                  RetryTelemetry::withSpansOfAllCalls,
                  retry -> ShapeFixture.hedgedAfter50Millis(retry).withBudget(RetryBudget.none()));
          SpanData call = fixture.telemetry.call();
          assertThat(get(call, SpanAttributes.OUTCOME)).isEqualTo("first_attempt");
          assertThat(call.getEvents())
              .extracting(event -> event.getName())
              .containsExactly("reprise.hedge.refused");
        });
  }

  @Test
  void http_requests_of_library_instrumentations_know_that_they_are_resent() {
    AttributesExtractor<String, Integer> http =
        HttpClientAttributesExtractor.create(new HttpRequests());
    ShapeFixture.inEveryShape(
        fixture -> {
          List<@Nullable Long> counts = new ArrayList<>();
          for (int attempt = 1; attempt <= 3; attempt++) {
            fixture.operation.runs(
                () -> {
                  AttributesBuilder attributes = Attributes.builder();
                  http.onStart(attributes, Context.current(), "GET");
                  counts.add(attributes.build().get(RESEND_COUNT));
                  throw new IOException("reset");
                });
          }
          fixture.call(RetryTelemetry::withHttpResendCount, retry -> retry);
          assertThat(counts).containsExactly(null, 1L, 2L);
        });
  }

  /** Requests that are the name of their method, with a status as response. */
  private static final class HttpRequests implements HttpClientAttributesGetter<String, Integer> {

    @Override
    public @Nullable String getUrlFull(String request) {
      return null;
    }

    @Override
    public @Nullable String getServerAddress(String request) {
      return null;
    }

    @Override
    public @Nullable Integer getServerPort(String request) {
      return null;
    }

    @Override
    public String getHttpRequestMethod(String request) {
      return request;
    }

    @Override
    public List<String> getHttpRequestHeader(String request, String name) {
      return List.of();
    }

    @Override
    public Integer getHttpResponseStatusCode(
        String request, Integer response, @Nullable Throwable error) {
      return response;
    }

    @Override
    public List<String> getHttpResponseHeader(String request, Integer response, String name) {
      return List.of();
    }
  }
}
