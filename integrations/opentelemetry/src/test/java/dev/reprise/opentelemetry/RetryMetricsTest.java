package dev.reprise.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.budget.RetryBudget;
import dev.reprise.testing.shape.CallShape.Trait;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The metrics of one call, in every call shape; names and attributes are those of Micrometer. */
class RetryMetricsTest {

  private final IOException reset = new IOException("reset");

  private static Map<String, Number> calls(int atOnce, int retried, int failed) {
    return Map.of(
        "outcome=first_attempt,retry=orders", (long) atOnce,
        "outcome=retried,retry=orders", (long) retried,
        "outcome=failed,retry=orders", (long) failed);
  }

  @Test
  void a_call_that_succeeds_at_once_is_counted() {
    ShapeFixture.inEveryShape(
        fixture -> {
          fixture.returns(10, "page").call();
          assertThat(fixture.telemetry.values("reprise.calls")).isEqualTo(calls(1, 0, 0));
          assertThat(fixture.telemetry.values("reprise.call.duration")).isEmpty();
          assertThat(fixture.telemetry.values("reprise.calls.retrying"))
              .isEqualTo(Map.of("retry=orders", 0L));
        });
  }

  @Test
  void a_retried_call_is_measured_with_its_waits() {
    ShapeFixture.inEveryShape(
        fixture -> {
          TelemetryFixture telemetry = fixture.telemetry;
          fixture.fails(10, reset).fails(20, reset).returns(30, "page").call();
          assertThat(telemetry.values("reprise.calls")).isEqualTo(calls(0, 1, 0));
          String retried = "outcome=retried,retry=orders";
          assertThat(telemetry.values("reprise.call.attempts")).isEqualTo(Map.of(retried, 3.0));
          assertThat(telemetry.values("reprise.call.duration")).isEqualTo(Map.of(retried, 0.26));
          assertThat(telemetry.values("reprise.waits"))
              .isEqualTo(Map.of("retry=orders,source=backoff", 0.2));
          assertThat(telemetry.values("reprise.attempts.failed"))
              .isEqualTo(Map.of("kind=transient,retry=orders", 2L));
          assertThat(telemetry.values("reprise.giveups")).isEmpty();
          assertThat(telemetry.buckets("reprise.call.attempts"))
              .isEqualTo(List.of(1.0, 2.0, 3.0, 5.0, 10.0));
          assertThat(telemetry.buckets("reprise.call.duration"))
              .isEqualTo(List.of(0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 30.0, 60.0));
        });
  }

  @Test
  void a_call_that_gives_up_is_counted_by_its_reason() {
    ShapeFixture.inEveryShape(
        fixture -> {
          fixture.fails(0, reset).fails(0, reset).fails(0, reset).call();
          assertThat(fixture.telemetry.values("reprise.calls")).isEqualTo(calls(0, 0, 1));
          assertThat(fixture.telemetry.values("reprise.giveups"))
              .isEqualTo(Map.of("reason=attempts,retry=orders", 1L));
        });
  }

  @Test
  void a_waiting_call_is_retrying_until_its_end() {
    ShapeFixture.inEveryShape(
        fixture -> {
          TelemetryFixture telemetry = fixture.telemetry;
          fixture.fails(0, reset).returns(0, "page");
          telemetry.time.schedule(
              Duration.ofMillis(50),
              () ->
                  assertThat(telemetry.values("reprise.calls.retrying"))
                      .isEqualTo(Map.of("retry=orders", 1L)));
          fixture.call();
          assertThat(telemetry.values("reprise.calls.retrying"))
              .isEqualTo(Map.of("retry=orders", 0L));
        });
  }

  @Test
  void the_budget_is_measured_with_the_retries_that_it_refuses() {
    ShapeFixture.inEveryShape(
        fixture -> {
          fixture
              .fails(0, reset)
              .fails(0, reset)
              .call(options -> options, retry -> retry.withBudget(RetryBudget.bucket(5, 5)));
          assertThat(fixture.telemetry.values("reprise.budget.level"))
              .isEqualTo(Map.of("retry=orders", 0.0));
          assertThat(fixture.telemetry.values("reprise.budget.refused"))
              .isEqualTo(Map.of("of=retry,retry=orders", 1L));
          assertThat(fixture.telemetry.values("reprise.giveups"))
              .isEqualTo(Map.of("reason=budget,retry=orders", 1L));
        });
  }

  @Test
  void hedges_are_counted_by_their_result() {
    ShapeFixture.inShapesWith(
        Trait.HEDGES,
        fixture -> {
          fixture.operation.hangs();
          fixture.returns(0, "page").call(options -> options, ShapeFixture::hedgedAfter50Millis);
          assertThat(fixture.telemetry.values("reprise.hedges"))
              .isEqualTo(Map.of("result=started,retry=orders", 1L, "result=won,retry=orders", 1L));
          assertThat(fixture.telemetry.values("reprise.attempts.failed")).isEmpty();
          assertThat(fixture.telemetry.values("reprise.calls")).isEqualTo(calls(0, 1, 0));
        });
  }

  @Test
  void a_refused_hedge_is_counted_and_its_call_succeeds_at_once() {
    ShapeFixture.inShapesWith(
        Trait.HEDGES,
        fixture -> {
          fixture
              .returns(70, "page")
              .call(
                  options -> options,
                  retry -> ShapeFixture.hedgedAfter50Millis(retry).withBudget(RetryBudget.none()));
          assertThat(fixture.telemetry.values("reprise.hedges"))
              .isEqualTo(Map.of("result=refused,retry=orders", 1L));
          assertThat(fixture.telemetry.values("reprise.budget.refused"))
              .isEqualTo(Map.of("of=hedge,retry=orders", 1L));
          assertThat(fixture.telemetry.values("reprise.calls")).isEqualTo(calls(1, 0, 0));
        });
  }

  @Test
  void classes_of_exceptions_and_times_of_first_attempts_are_measured_on_request() {
    ShapeFixture.inEveryShape(
        fixture -> {
          fixture
              .fails(0, reset)
              .returns(0, "page")
              .call(RetryTelemetry::withExceptionClasses, retry -> retry);
          assertThat(fixture.telemetry.values("reprise.attempts.failed"))
              .isEqualTo(Map.of("exception=IOException,kind=transient,retry=orders", 1L));
        });
    ShapeFixture.inEveryShape(
        fixture -> {
          fixture.returns(10, "page").call(RetryTelemetry::withFirstAttemptTimes, retry -> retry);
          assertThat(fixture.telemetry.values("reprise.call.duration"))
              .isEqualTo(Map.of("outcome=first_attempt,retry=orders", 0.01));
        });
  }

  @Test
  void retries_with_one_name_add_up() {
    try (TelemetryFixture telemetry = new TelemetryFixture()) {
      Retry plain = Retry.of(ShapeFixture.POLICY).named("orders").withEnvironment(telemetry.time);
      Retry one = telemetry.observing.observe(plain);
      Retry other = telemetry.observing.withExceptionClasses().observe(plain);
      one.call(() -> "page");
      other.call(() -> "page");
      assertThat(telemetry.values("reprise.calls")).isEqualTo(calls(2, 0, 0));
    }
  }

  @Test
  void a_failed_call_that_returns_the_result_of_its_fallback_is_counted() throws Exception {
    try (TelemetryFixture telemetry = new TelemetryFixture()) {
      Retry plain = Retry.of(ShapeFixture.POLICY).named("orders").withEnvironment(telemetry.time);
      Retry retry = telemetry.observing.observe(plain);
      assertThat(retry.callOrElse(() -> "page", failed -> "old")).isEqualTo("page");
      assertThat(telemetry.values("reprise.fallbacks")).isEqualTo(Map.of("retry=orders", 0L));
      Object kept =
          retry.callOrElse(
              () -> {
                throw reset;
              },
              failed -> "old");
      assertThat(kept).isEqualTo("old");
      assertThat(telemetry.values("reprise.fallbacks")).isEqualTo(Map.of("retry=orders", 1L));
    }
  }

  @Test
  void metrics_from_the_first_call_do_not_exist_before_and_count_this_call() {
    try (TelemetryFixture telemetry = new TelemetryFixture()) {
      Retry plain = Retry.of(ShapeFixture.POLICY).named("orders").withEnvironment(telemetry.time);
      Retry retry = telemetry.observing.withMetricsFromFirstCall().observe(plain);
      assertThat(telemetry.values("reprise.calls")).isEmpty();
      assertThat(telemetry.values("reprise.budget.level")).isEmpty();
      retry.call(() -> "page");
      assertThat(telemetry.values("reprise.calls")).isEqualTo(calls(1, 0, 0));
      assertThat(telemetry.values("reprise.budget.level")).isNotEmpty();
    }
  }

  @Test
  void nothing_is_measured_without_metrics() {
    ShapeFixture.inEveryShape(
        fixture -> {
          fixture.fails(0, reset).returns(0, "page").call(RetryTelemetry::withoutMetrics, r -> r);
          assertThat(fixture.telemetry.values("reprise.calls")).isEmpty();
          assertThat(fixture.telemetry.attempts()).hasSize(2);
        });
  }
}
