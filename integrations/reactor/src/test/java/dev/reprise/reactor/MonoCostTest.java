package dev.reprise.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static reactor.util.retry.Retry.backoff;

import com.sun.management.ThreadMXBean;
import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.reactor.retry.RetryOperator;
import io.github.resilience4j.retry.RetryConfig;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * The cost of a call beside that of Reactor's own retries and of resilience4j-reactor, in one run.
 * It prints times, which depend on the machine, and checks bytes, which do not.
 */
@Tag("proof")
class MonoCostTest {

  private static final int ROUNDS = 10;
  private static final int CALLS = 50_000;
  private static final int WAITING = Integer.getInteger("cost.waiting", 100_000);

  private record Cost(double nanos, double bytes) {

    Cost best(Cost other) {
      return new Cost(Math.min(nanos, other.nanos), Math.min(bytes, other.bytes));
    }
  }

  /** A source that fails a number of times after each reset. */
  private static final class Source {
    private static final IOException RESET = new IOException("reset");
    private final int failures;
    private int subscriptions;

    Source(int failures) {
      this.failures = failures;
    }

    Mono<String> mono() {
      return Mono.defer(() -> subscriptions++ < failures ? Mono.error(RESET) : Mono.just("page"));
    }
  }

  /** A subscriber that counts ends. */
  private static final class Ignoring extends BaseSubscriber<String> {

    private static int ended;

    @Override
    protected void hookOnError(Throwable failure) {
      ended++;
    }

    @Override
    protected void hookOnComplete() {
      ended++;
    }
  }

  @AfterEach
  void useTheSchedulersOfReactor() {
    Schedulers.resetFactory();
    Schedulers.shutdownNow();
  }

  private static Map<String, UnaryOperator<Mono<String>>> contenders(Duration delay) {
    Backoff backoff =
        delay.isZero() ? Backoff.none() : Backoff.uniform(delay, delay.multipliedBy(2));
    ReactorRetry reprise =
        ReactorRetry.of(
            Retry.of(
                    RetryPolicy.builder()
                        .maxAttempts(3)
                        .backoff(backoff)
                        .withoutTimeLimit()
                        .build())
                .withBudget(RetryBudget.unlimited()));
    RetryOperator<String> resilience4j =
        RetryOperator.of(
            io.github.resilience4j.retry.Retry.of(
                "orders",
                RetryConfig.custom()
                    .maxAttempts(3)
                    .intervalFunction(
                        delay.isZero() ? retry -> 0L : IntervalFunction.ofRandomized(delay))
                    .build()));
    return new TreeMap<>(
        Map.of(
            "Reprise",
            reprise::mono,
            "Reactor's Retry.backoff",
            source -> source.retryWhen(backoff(2, delay)),
            "resilience4j-reactor", // its operator counts attempts for each assembly
            source -> source.transformDeferred(resilience4j)));
  }

  /** Costs of each contender; their rounds alternate, so that other work affects all of them. */
  private static Map<String, Cost> costs(String calls, int failures) {
    Schedulers.setFactory(new InlineSchedulers());
    Map<String, Cost> costs = new TreeMap<>();
    for (int round = 0; round < ROUNDS; round++) {
      contenders(Duration.ZERO)
          .forEach((name, retries) -> costs.merge(name, round(failures, retries), Cost::best));
    }
    costs.forEach(
        (name, cost) ->
            System.out.printf(
                Locale.ROOT, "%s: %s: %.0f ns, %.0f B%n", calls, name, cost.nanos(), cost.bytes()));
    return costs;
  }

  private static Cost round(int failures, UnaryOperator<Mono<String>> retries) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    Source source = new Source(failures);
    Mono<String> retried = retries.apply(source.mono());
    int before = Ignoring.ended;
    long allocated = threads.getThreadAllocatedBytes(thread);
    long start = System.nanoTime();
    for (int call = 0; call < CALLS; call++) {
      source.subscriptions = 0;
      retried.subscribe(new Ignoring());
    }
    double nanos = (System.nanoTime() - start) / (double) CALLS;
    double bytes = (threads.getThreadAllocatedBytes(thread) - allocated) / (double) CALLS;
    assertThat(Ignoring.ended - before).isEqualTo(CALLS);
    return new Cost(nanos, bytes);
  }

  private static void assertCheapest(Map<String, Cost> costs) {
    double reprise = costs.get("Reprise").bytes();
    assertThat(costs)
        .allSatisfy((name, cost) -> assertThat(reprise).isLessThanOrEqualTo(cost.bytes()));
  }

  @Test
  void a_success_allocates_less_than_with_others() {
    assertCheapest(costs("success", 0));
  }

  @Test
  void one_failure_allocates_less_than_with_others() {
    assertCheapest(costs("one failure", 1));
  }

  @Test
  void exhaustion_allocates_less_than_with_others() {
    assertCheapest(costs("exhaustion", 3));
  }

  private static long usedBytes() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static double waiting(UnaryOperator<Mono<String>> retries) {
    Mono<String> failing = retries.apply(Mono.error(Source.RESET));
    Ignoring[] subscribers = new Ignoring[WAITING];
    long before = usedBytes();
    for (int call = 0; call < WAITING; call++) {
      subscribers[call] = new Ignoring();
      failing.subscribe(subscribers[call]);
    }
    double bytes = (usedBytes() - before) / (double) WAITING;
    for (Ignoring subscriber : subscribers) {
      subscriber.cancel();
    }
    return bytes;
  }

  @Test
  void a_mono_that_waits_holds_less_than_with_others() {
    Map<String, Double> held = new TreeMap<>();
    contenders(Duration.ofHours(1)).forEach((name, retries) -> held.put(name, waiting(retries)));
    held.forEach(
        (name, bytes) ->
            System.out.printf(Locale.ROOT, "%,d waiting: %s: %.0f B each%n", WAITING, name, bytes));
    double reprise = held.get("Reprise");
    assertThat(held).allSatisfy((name, bytes) -> assertThat(reprise).isLessThanOrEqualTo(bytes));
  }
}
