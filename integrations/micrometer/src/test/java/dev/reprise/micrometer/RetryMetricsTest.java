package dev.reprise.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.shape.CallShape;
import dev.reprise.testing.shape.CallShape.Trait;
import io.micrometer.core.instrument.search.RequiredSearch;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RetryMetricsTest {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final VirtualTime time = VirtualTime.seeded(1);
  private final RetryMetrics metrics = RetryMetrics.of(registry);

  static List<CallShape> shapes() {
    return CallShape.all();
  }

  static Stream<CallShape> hedgedShapes() {
    return CallShape.all().stream().filter(shape -> shape.has(Trait.HEDGES));
  }

  private Retry retry(RetryPolicy policy, RetryBudget budget) {
    return metrics.bind(Retry.of(policy).withBudget(budget).withEnvironment(time).named("orders"));
  }

  private Retry retry() {
    return retry(
        RetryPolicy.builder().maxAttempts(3).backoff(Backoff.fixed(Duration.ofSeconds(1))).build(),
        RetryBudget.unlimited());
  }

  private ScriptedOperation<@Nullable Object> operation() {
    return new ScriptedOperation<>(time);
  }

  private RequiredSearch find(String name, String... tags) {
    return registry.get(name).tag("retry", "orders").tags(tags);
  }

  private double counter(String name, String... tags) {
    return find(name, tags).counter().count();
  }

  private double firstAttempts() {
    return find("reprise.calls", "outcome", "first_attempt").functionCounter().count();
  }

  private double retrying() {
    return find("reprise.calls.retrying").gauge().value();
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void a_call_that_succeeds_at_once_is_counted_once(CallShape shape) {
    Retry retry = retry();
    shape.observe(retry, operation().returns("page"), time);
    shape.observe(retry, operation().takes(Duration.ofMillis(5)).returns("page"), time);

    assertThat(firstAttempts()).isEqualTo(2);
    assertThat(counter("reprise.calls", "outcome", "retried")).isZero();
    assertThat(counter("reprise.calls", "outcome", "failed")).isZero();
    assertThat(registry.find("reprise.call.duration").timers()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void a_call_that_was_retried_is_counted_with_its_attempts_and_waits(CallShape shape) {
    ScriptedOperation<@Nullable Object> operation =
        operation().fails(new IOException("reset")).fails(new IOException("reset")).returns("page");
    shape.observe(retry(), operation, time);

    assertThat(firstAttempts()).isZero();
    assertThat(counter("reprise.calls", "outcome", "retried")).isOne();
    assertThat(counter("reprise.calls", "outcome", "failed")).isZero();
    assertThat(find("reprise.call.attempts", "outcome", "retried").summary().totalAmount())
        .isEqualTo(3);
    assertThat(counter("reprise.attempts.failed", "kind", "transient")).isEqualTo(2);
    assertThat(find("reprise.waits", "source", "backoff").timer().count()).isEqualTo(2);
    assertThat(find("reprise.waits", "source", "backoff").timer().totalTime(TimeUnit.SECONDS))
        .isEqualTo(2);
    assertThat(
            find("reprise.call.duration", "outcome", "retried").timer().totalTime(TimeUnit.SECONDS))
        .isEqualTo(2);
    assertThat(counter("reprise.giveups", "reason", "attempts")).isZero();
    assertThat(retrying()).isZero();
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void a_call_that_gives_up_is_counted_by_its_reason(CallShape shape) {
    shape.observe(retry(), operation().fails(new IOException("reset")), time);

    assertThat(firstAttempts()).isZero();
    assertThat(counter("reprise.calls", "outcome", "failed")).isOne();
    assertThat(counter("reprise.giveups", "reason", "attempts")).isOne();
    assertThat(find("reprise.call.attempts", "outcome", "failed").summary().totalAmount())
        .isEqualTo(3);
    assertThat(counter("reprise.attempts.failed", "kind", "transient")).isEqualTo(3);
    assertThat(retrying()).isZero();
  }
}
