package dev.reprise.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.classify.FailureKind;
import dev.reprise.classify.Verdict;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.shape.CallShape;
import dev.reprise.testing.shape.CallShape.Trait;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.search.RequiredSearch;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
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

  @Test
  void a_failed_call_that_returns_the_result_of_its_fallback_is_counted() throws Exception {
    Retry retry = retry();
    assertThat(retry.callOrElse(operation().returns("page"), failed -> "old")).isEqualTo("page");
    assertThat(fallbacks()).isZero();
    assertThat(retry.callOrElse(operation().fails(new IOException("reset")), failed -> "old"))
        .isEqualTo("old");
    assertThat(fallbacks()).isEqualTo(1);
    assertThat(counter("reprise.calls", "outcome", "failed")).isEqualTo(1);
  }

  @Test
  void meters_bound_at_the_first_call_do_not_exist_before_and_count_this_call() throws Exception {
    for (int kind = 0; kind < 3; kind++) {
      registry.clear();
      Retry retry =
          metrics.bindAtFirstCall(
              Retry.of(RetryPolicy.defaults())
                  .withBudget(RetryBudget.unlimited())
                  .withEnvironment(time)
                  .named("orders" + kind));
      assertThat(registry.getMeters()).isEmpty();
      ScriptedOperation<@Nullable Object> operation = operation();
      if (kind > 0) {
        operation.fails(new IOException("reset"));
      }
      Object result =
          kind == 2
              ? retry.callOrElse(operation, failed -> "old")
              : retry.callOrElse(operation.returns("page"), failed -> "old");
      assertThat(result).isEqualTo(kind == 2 ? "old" : "page");
      RequiredSearch ofRetry = registry.get("reprise.calls").tag("retry", "orders" + kind);
      double ended =
          kind == 0
              ? ofRetry.tag("outcome", "first_attempt").functionCounter().count()
              : ofRetry.tag("outcome", kind == 1 ? "retried" : "failed").counter().count();
      assertThat(ended).isEqualTo(1);
      assertThat(registry.get("reprise.fallbacks").functionCounter().count())
          .isEqualTo(kind == 2 ? 1 : 0);
    }
  }

  @Test
  void a_registry_that_refuses_the_meters_of_the_first_call_does_not_change_a_call()
      throws IOException {
    registry
        .config()
        .onMeterAdded(
            meter -> {
              throw new IllegalStateException("refused");
            });
    Retry retry = metrics.bindAtFirstCall(Retry.of(RetryPolicy.parse("backoff=none")));
    assertThat(retry.call(() -> "page")).isEqualTo("page");
    assertThat(retry.callOrElse(RetryMetricsTest::reset, failed -> "old")).isEqualTo("old");
    assertThatThrownBy(() -> retry.call(RetryMetricsTest::reset)).hasMessage("reset");
  }

  private static String reset() throws IOException {
    throw new IOException("reset");
  }

  private double fallbacks() {
    return find("reprise.fallbacks").functionCounter().count();
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

  private Retry hedged(RetryBudget budget) {
    RetryPolicy policy =
        RetryPolicy.builder()
            .maxAttempts(2)
            .idempotency(Idempotency.IDEMPOTENT)
            .hedge(Hedge.after(Duration.ofMillis(50)))
            .build();
    return retry(policy, budget);
  }

  @Test
  void a_hedge_that_wins_is_counted_and_the_slow_attempt_has_not_failed() {
    ScriptedOperation<@Nullable Object> operation =
        operation().takes(Duration.ofMillis(200)).returns("slow");
    operation.takes(Duration.ofMillis(30)).returns("fast");
    time.await(hedged(RetryBudget.unlimited()).callAsync(operation::stage));

    assertThat(counter("reprise.hedges", "result", "started")).isOne();
    assertThat(counter("reprise.hedges", "result", "won")).isOne();
    assertThat(counter("reprise.calls", "outcome", "retried")).isOne();
    assertThat(registry.find("reprise.attempts.failed").counters()).isEmpty();
    assertThat(registry.find("reprise.hedges").tag("result", "refused").counters()).isEmpty();
    assertThat(retrying()).isZero();
  }

  @Test
  void a_hedge_that_loses_has_started_and_not_won() {
    ScriptedOperation<@Nullable Object> operation =
        operation().takes(Duration.ofMillis(80)).returns("first");
    operation.takes(Duration.ofMillis(500)).returns("hedge");
    time.await(hedged(RetryBudget.unlimited()).callAsync(operation::stage));

    assertThat(counter("reprise.hedges", "result", "started")).isOne();
    assertThat(counter("reprise.hedges", "result", "won")).isZero();
    assertThat(find("reprise.call.attempts", "outcome", "retried").summary().totalAmount())
        .isEqualTo(2);
  }

  @Test
  void a_retry_that_succeeds_after_a_hedge_failed_is_no_hedge_that_won() {
    ScriptedOperation<@Nullable Object> operation =
        operation().takes(Duration.ofMillis(60)).fails(new IOException("reset"));
    IOException hinted = new IOException("reset");
    operation.takes(Duration.ofMillis(5)).fails(hinted);
    operation.returns("page");
    Verdict noHedgeBeforeTheRetry =
        Verdict.retryNoSoonerThan(Duration.ofMillis(30)).withKind(FailureKind.TRANSIENT);
    RetryPolicy policy =
        hedged(RetryBudget.unlimited()).policy().toBuilder()
            .maxAttempts(3)
            .classifyWith(
                "hint",
                outcome ->
                    outcome.failureOrNull() == hinted ? noHedgeBeforeTheRetry : Verdict.pass())
            .build();
    time.await(hedged(RetryBudget.unlimited()).withPolicy(policy).callAsync(operation::stage));

    assertThat(counter("reprise.hedges", "result", "started")).isOne();
    assertThat(counter("reprise.hedges", "result", "won")).isZero();
    assertThat(counter("reprise.attempts.failed", "kind", "transient")).isEqualTo(2);
  }

  @Test
  void a_hedge_that_the_budget_refuses_leaves_a_success_at_the_first_attempt() {
    ScriptedOperation<@Nullable Object> operation =
        operation().takes(Duration.ofMillis(200)).returns("slow");
    time.await(hedged(RetryBudget.none()).callAsync(operation::stage));

    assertThat(counter("reprise.hedges", "result", "refused")).isOne();
    assertThat(counter("reprise.budget.refused", "of", "hedge")).isOne();
    assertThat(counter("reprise.budget.refused", "of", "retry")).isZero();
    assertThat(firstAttempts()).isOne();
    assertThat(counter("reprise.calls", "outcome", "retried")).isZero();
  }

  @Test
  void a_retry_that_the_budget_refuses_is_counted_as_such() {
    Retry retry = retry(RetryPolicy.defaults(), RetryBudget.none());
    assertThatThrownBy(() -> retry.call(operation().fails(new IOException("reset"))))
        .isInstanceOf(IOException.class);

    assertThat(counter("reprise.giveups", "reason", "budget")).isOne();
    assertThat(counter("reprise.budget.refused", "of", "retry")).isOne();
    assertThat(registry.find("reprise.waits").timers()).isEmpty();
  }

  @Test
  void a_call_is_retrying_from_its_first_failure_to_its_end_with_or_without_a_key() {
    Retry retry = retry();
    CompletableFuture<?> plain =
        retry.callAsync(operation().fails(new IOException("reset"))::stage);
    CompletableFuture<?> keyed =
        retry.on("host.example").callAsync(operation().fails(new IOException("reset"))::stage);
    assertThat(retrying()).isEqualTo(2);

    keyed.cancel(true);
    assertThat(retrying()).isOne();
    assertThat(counter("reprise.giveups", "reason", "cancelled")).isOne();

    time.runUntilIdle();
    assertThat(plain).isCompletedExceptionally();
    assertThat(retrying()).isZero();
  }

  @Test
  void the_level_is_that_of_the_key_with_the_lowest_one() {
    Retry retry = retry(RetryPolicy.parse("maxAttempts=2 backoff=none"), RetryBudget.bucket(10, 5));
    assertThat(level()).isEqualTo(1);

    time.await(retry.on("down.example").callAsync(operation().fails(new IOException())::stage));
    time.await(retry.on("up.example").callAsync(operation().returns("page")::stage));
    assertThat(level()).isEqualTo(0.5);
  }

  private double level() {
    return find("reprise.budget.level").gauge().value();
  }

  @Test
  void a_budget_that_does_not_know_its_level_has_no_gauge() {
    RetryBudget unknown =
        (RetryBudget)
            Proxy.newProxyInstance(
                RetryBudget.class.getClassLoader(),
                new Class<?>[] {RetryBudget.class},
                (proxy, method, arguments) ->
                    method.getName().equals("level")
                        ? OptionalDouble.empty()
                        : method.invoke(RetryBudget.unlimited(), arguments));
    retry(RetryPolicy.defaults(), unknown);

    assertThat(registry.find("reprise.budget.level").gauges()).isEmpty();
    assertThat(registry.find("reprise.calls.retrying").gauges()).hasSize(1);
  }

  @Test
  void retries_with_one_name_add_up() throws Exception {
    Retry one = retry(RetryPolicy.parse("maxAttempts=2 backoff=none"), RetryBudget.bucket(10, 5));
    Retry other =
        RetryMetrics.of(registry)
            .bind(
                Retry.of(RetryPolicy.defaults())
                    .withBudget(RetryBudget.bucket(10, 5))
                    .withEnvironment(time)
                    .named("orders"));
    one.call(operation().returns("page"));
    one.call(operation().fails(new IOException("reset")).returns("page"));
    other.call(operation().returns("page"));
    other.call(operation().returns("page"));
    CompletableFuture<?> waits =
        other.callAsync(operation().fails(new IOException("reset"))::stage);

    assertThat(firstAttempts()).isEqualTo(3);
    assertThat(counter("reprise.calls", "outcome", "retried")).isOne();
    assertThat(retrying()).isOne();
    assertThat(level()).isEqualTo(0.5);
    waits.cancel(true);
    assertThat(retrying()).isZero();
  }

  /** The threads register the first meters of a name at the same time. */
  @Test
  void retries_that_are_bound_by_parallel_threads_add_up() throws Exception {
    int threads = 4;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    for (int round = 0; round < 20; round++) {
      String name = "retry-" + round;
      CyclicBarrier together = new CyclicBarrier(threads);
      List<Future<String>> calls = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        calls.add(
            pool.submit(
                () -> {
                  together.await();
                  return metrics
                      .bind(Retry.of(RetryPolicy.defaults()).named(name))
                      .call(() -> "page");
                }));
      }
      for (Future<String> call : calls) {
        assertThat(call.get(1, TimeUnit.MINUTES)).isEqualTo("page");
      }

      assertThat(registry.get("reprise.calls").tag("retry", name).functionCounter().count())
          .isEqualTo(threads);
    }
    pool.shutdown();
  }

  @Test
  void retries_that_a_filter_makes_one_add_up() throws Exception {
    registry.config().meterFilter(MeterFilter.ignoreTags("retry"));
    Retry orders = metrics.bind(Retry.of(RetryPolicy.defaults()).named("orders"));
    Retry mail = metrics.bind(Retry.of(RetryPolicy.defaults()).named("mail"));
    orders.call(operation().returns("page"));
    mail.call(operation().returns("page"));

    assertThat(registry.get("reprise.calls").functionCounter().count()).isEqualTo(2);
  }

  @Test
  void a_meter_that_was_removed_counts_from_zero_when_it_is_bound_again() throws Exception {
    retry().call(operation().returns("page"));
    registry.clear();
    retry().call(operation().returns("page"));

    assertThat(firstAttempts()).isOne();
  }

  @Test
  void calls_of_a_retry_that_is_no_longer_used_stay_counted() throws Exception {
    WeakReference<Retry> dropped = callOnce();
    collect(dropped);
    retry().call(operation().returns("page"));

    assertThat(firstAttempts()).isEqualTo(2);
  }

  private WeakReference<Retry> callOnce() throws Exception {
    Retry retry = retry();
    retry.call(operation().returns("page"));
    return new WeakReference<>(retry);
  }

  @Test
  void the_level_does_not_include_a_retry_that_is_no_longer_used() {
    WeakReference<Retry> dropped =
        new WeakReference<>(retry(RetryPolicy.defaults(), RetryBudget.none()));
    Retry used = retry(RetryPolicy.defaults(), RetryBudget.standard());
    collect(dropped);

    assertThat(level()).isEqualTo(1);
    Reference.reachabilityFence(used);
  }

  /** A copy keeps the meters, even if the retry that was bound is dropped. */
  @Test
  void the_level_includes_a_copy_of_the_retry_that_was_bound() {
    Retry copy = retry(RetryPolicy.defaults(), RetryBudget.none()).withPolicy(RetryPolicy.none());
    collect(new WeakReference<>(new Object()));

    assertThat(level()).isZero();
    Reference.reachabilityFence(copy);
  }

  @Test
  void a_registry_that_is_no_longer_used_is_not_kept() {
    WeakReference<MeterRegistry> dropped = bindToAnotherRegistry();
    collect(dropped);

    assertThat(dropped.get()).isNull();
  }

  private WeakReference<MeterRegistry> bindToAnotherRegistry() {
    MeterRegistry other = new SimpleMeterRegistry();
    RetryMetrics.of(other).bind(Retry.of(RetryPolicy.defaults()));
    return new WeakReference<>(other);
  }

  private static void collect(WeakReference<?> dropped) {
    for (int i = 0; i < 1_000 && dropped.get() != null; i++) {
      System.gc();
    }
    assertThat(dropped.get()).isNull();
  }

  @Test
  void the_meters_follow_a_reload_of_policy_and_budget() {
    Map<String, String> properties = new HashMap<>();
    properties.put("reprise.policies.orders", "maxAttempts=2 backoff=none");
    properties.put("reprise.policies.orders.budget", "bucket(10, 5)");
    AtomicReference<RetryRegistry> policies = new AtomicReference<>();
    RetryMetrics following = metrics.withSource(name -> policies.get().retry(name));
    policies.set(RetryRegistry.builder().eachRetry(following::bind).build(properties));
    fail(policies.get().retry("orders"));
    assertThat(level()).isEqualTo(0.5);

    properties.put("reprise.policies.orders.budget", "bucket(20, 5)");
    properties.put("reprise.policies.orders", "maxAttempts=3 backoff=none");
    policies.get().reload(properties);
    assertThat(level()).isEqualTo(1);
    fail(policies.get().retry("orders"));

    assertThat(level()).isEqualTo(0.5);
    assertThat(counter("reprise.giveups", "reason", "attempts")).isEqualTo(2);
    assertThat(find("reprise.call.attempts", "outcome", "failed").summary().totalAmount())
        .isEqualTo(5);
  }

  @Test
  void a_name_that_the_source_does_not_know_has_the_level_of_the_retry_that_was_bound() {
    RetryMetrics following = metrics.withSource(RetryRegistry.of(Map.of()));
    Retry used =
        following.bind(
            Retry.of(RetryPolicy.defaults()).withBudget(RetryBudget.none()).named("orders"));

    assertThat(level()).isZero();
    Reference.reachabilityFence(used);
  }

  private void fail(Retry retry) {
    assertThatThrownBy(() -> retry.call(operation().fails(new IOException("reset"))))
        .isInstanceOf(IOException.class);
  }

  @Test
  void classes_of_exceptions_are_published_on_request() {
    Retry retry =
        metrics
            .withExceptionClasses()
            .bind(
                Retry.of(
                        RetryPolicy.builder()
                            .maxAttempts(4)
                            .backoff(Backoff.none())
                            .retryOn(IOException.class)
                            .retryOnResult(String.class, "busy"::equals)
                            .build())
                    .withBudget(RetryBudget.unlimited())
                    .withEnvironment(time)
                    .named("orders"));
    ScriptedOperation<@Nullable Object> operation =
        operation()
            .fails(new ConnectException("orders.example"))
            .fails(new IOException("anonymous") {})
            .returns("busy")
            .returns("page");
    time.await(retry.callAsync(operation::stage));

    assertThat(counter("reprise.attempts.failed", "exception", "ConnectException")).isOne();
    assertThat(counter("reprise.attempts.failed", "exception", "IOException")).isOne();
    assertThat(counter("reprise.attempts.failed", "exception", "none")).isOne();
  }

  @Test
  void first_attempts_are_timed_on_request() throws Exception {
    Retry retry =
        metrics
            .withFirstAttemptTimes()
            .bind(Retry.of(RetryPolicy.defaults()).withEnvironment(time).named("orders"));
    retry.call(operation().takes(Duration.ofMillis(70)).returns("page"));

    Timer timer = find("reprise.call.duration", "outcome", "first_attempt").timer();
    assertThat(timer.totalTime(TimeUnit.MILLISECONDS)).isEqualTo(70);
    assertThat(firstAttempts()).isOne();
  }

  @Test
  void all_meters_have_the_tags_that_were_added() {
    Retry retry =
        metrics
            .withTags(Tags.of("team", "shop"))
            .withTags(Tags.of("tier", "1"))
            .bind(Retry.of(RetryPolicy.defaults()).withEnvironment(time).named("orders"));
    fail(retry);

    assertThat(registry.getMeters())
        .isNotEmpty()
        .allSatisfy(
            meter ->
                assertThat(meter.getId().getTags())
                    .contains(Tag.of("team", "shop"), Tag.of("tier", "1")));
  }

  @Test
  void no_tag_contains_a_host_a_message_or_a_key() {
    Retry retry = retry().describingAttempts("GET secret.example", result -> "secret");
    shapes()
        .forEach(
            shape ->
                shape.observe(
                    retry.on("secret.example").withIdempotencyKey("secret-7"),
                    operation().fails(new IOException("secret")),
                    time));

    assertThat(registry.getMeters())
        .isNotEmpty()
        .allSatisfy(meter -> assertThat(meter.getId().toString()).doesNotContain("secret"));
  }
}
