package dev.reprise.opentelemetry;

import static dev.reprise.opentelemetry.TelemetryFixture.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.shape.CallShape;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The spans of one call, in every call shape. */
class RetrySpansTest {

  private static final RetryPolicy POLICY =
      RetryPolicy.builder().maxAttempts(3).backoff(Backoff.fixed(Duration.ofMillis(100))).build();

  private static void inEveryShape(Consumer<ShapeFixture> scenario) {
    for (CallShape shape : CallShape.all()) {
      try (TelemetryFixture telemetry = new TelemetryFixture()) {
        scenario.accept(new ShapeFixture(shape, telemetry));
      } catch (AssertionError failure) {
        throw new AssertionError(shape.name() + ": " + failure.getMessage(), failure);
      }
    }
  }

  /** A call of one shape whose attempts record their current span. */
  private static final class ShapeFixture {

    final CallShape shape;
    final TelemetryFixture telemetry;
    final ScriptedOperation<@Nullable Object> operation;
    final List<Span> current = new ArrayList<>();

    ShapeFixture(CallShape shape, TelemetryFixture telemetry) {
      this.shape = shape;
      this.telemetry = telemetry;
      operation = new ScriptedOperation<>(telemetry.time);
    }

    /**
     * The code of an attempt with a duration runs at its end: stages complete on another thread.
     */
    private void takes(int millis) {
      if (millis > 0) {
        operation.takes(Duration.ofMillis(millis));
      }
    }

    ShapeFixture fails(int millis, Exception failure) {
      takes(millis);
      operation.runs(
          () -> {
            current.add(Span.current());
            throw failure;
          });
      return this;
    }

    ShapeFixture returns(int millis, Object value) {
      takes(millis);
      operation.runs(
          () -> {
            current.add(Span.current());
            return value;
          });
      return this;
    }

    CompletableFuture<?> call(RetryTelemetry observing) {
      Retry retry =
          observing.observe(Retry.of(POLICY).named("orders").withEnvironment(telemetry.time));
      CompletableFuture<?> call =
          telemetry.inCaller(() -> shape.form().begin(retry, operation, telemetry.time));
      return telemetry.time.await(call);
    }

    CompletableFuture<?> call() {
      return call(RetryTelemetry.of(telemetry.sdk));
    }
  }

  @Test
  void a_call_that_succeeds_at_once_has_no_span() {
    inEveryShape(
        fixture -> {
          fixture.returns(0, "page").call();
          assertThat(fixture.telemetry.spans()).isEmpty();
          assertThat(fixture.current).containsExactly(fixture.telemetry.caller);
        });
  }

  @Test
  void a_call_that_is_not_worth_a_retry_has_no_span() {
    inEveryShape(
        fixture -> {
          fixture.fails(10, new IllegalArgumentException("bad")).call();
          assertThat(fixture.telemetry.spans()).isEmpty();
        });
  }

  @Test
  void a_retried_call_and_each_of_its_attempts_have_a_span_with_real_times() {
    inEveryShape(
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
    inEveryShape(
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
    inEveryShape(
        fixture -> {
          fixture
              .returns(0, "page")
              .call(RetryTelemetry.of(fixture.telemetry.sdk).withSpansOfAllCalls());
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
    inEveryShape(
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
    inEveryShape(
        fixture -> {
          IOException reset = new IOException("reset");
          fixture
              .fails(0, reset)
              .fails(0, reset)
              .returns(0, "page")
              .call(RetryTelemetry.of(fixture.telemetry.sdk).withoutSpans());
          assertThat(fixture.telemetry.spans()).isEmpty();
          assertThat(fixture.current).containsOnly(fixture.telemetry.caller).hasSize(3);
        });
  }
}
