package dev.reprise.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static reactor.util.retry.Retry.backoff;

import com.sun.management.ThreadMXBean;
import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;

/**
 * The cost of a call beside that of Reactor's own retries, in one run. It prints times, which
 * depend on the machine, and checks bytes, which do not.
 */
@Tag("proof")
class MonoCostTest {

  private static final int ROUNDS = 10;
  private static final int CALLS = 50_000;
  private static final int WAITING = 100_000;

  private static final ReactorRetry REPRISE =
      ReactorRetry.of(
          Retry.of(
                  RetryPolicy.builder()
                      .maxAttempts(3)
                      .backoff(Backoff.none())
                      .withoutTimeLimit()
                      .build())
              .withBudget(RetryBudget.unlimited()));

  private static final UnaryOperator<Mono<String>> REACTOR =
      source -> source.retryWhen(backoff(2, Duration.ZERO));

  private record Cost(double nanos, double bytes) {}

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

  /** A subscriber that ignores what it receives. */
  private static final class Ignoring extends BaseSubscriber<String> {
    @Override
    protected void hookOnError(Throwable failure) {}
  }

  private static Cost cost(int failures, UnaryOperator<Mono<String>> retries) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    Source source = new Source(failures);
    Mono<String> retried = retries.apply(source.mono());
    double nanos = Double.MAX_VALUE;
    double bytes = Double.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long allocated = threads.getThreadAllocatedBytes(thread);
      long start = System.nanoTime();
      for (int call = 0; call < CALLS; call++) {
        source.subscriptions = 0;
        retried.subscribe(new Ignoring());
      }
      nanos = Math.min(nanos, (System.nanoTime() - start) / (double) CALLS);
      bytes =
          Math.min(bytes, (threads.getThreadAllocatedBytes(thread) - allocated) / (double) CALLS);
    }
    return new Cost(nanos, bytes);
  }

  private static void print(String calls, Cost reprise, Cost reactor) {
    System.out.printf(
        Locale.ROOT,
        "%s: %.0f ns, %.0f B; retryWhen(Retry.backoff): %.0f ns, %.0f B%n",
        calls,
        reprise.nanos(),
        reprise.bytes(),
        reactor.nanos(),
        reactor.bytes());
  }

  @Test
  void a_success_allocates_at_most_its_bound() {
    Cost reprise = cost(0, REPRISE::mono);
    print("success", reprise, cost(0, REACTOR));
    assertThat(reprise.bytes()).isLessThan(1_500);
  }

  @Test
  void one_failure_allocates_less_than_by_retryWhen() {
    Cost reprise = cost(1, REPRISE::mono);
    Cost reactor = cost(1, REACTOR);
    print("one failure", reprise, reactor);
    assertThat(reprise.bytes()).isLessThan(reactor.bytes());
  }

  @Test
  void exhaustion_allocates_less_than_by_retryWhen() {
    Cost reprise = cost(3, REPRISE::mono);
    Cost reactor = cost(3, REACTOR);
    print("exhaustion", reprise, reactor);
    assertThat(reprise.bytes()).isLessThan(reactor.bytes());
  }

  private static long usedBytes() {
    for (int time = 0; time < 4; time++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static double waiting(UnaryOperator<Mono<String>> retries) {
    Mono<String> failing = retries.apply(Mono.error(Source.RESET));
    List<Ignoring> subscribers = new ArrayList<>(WAITING);
    long before = usedBytes();
    for (int call = 0; call < WAITING; call++) {
      Ignoring subscriber = new Ignoring();
      subscribers.add(subscriber);
      failing.subscribe(subscriber);
    }
    double bytes = (usedBytes() - before) / (double) WAITING;
    subscribers.forEach(BaseSubscriber::cancel);
    return bytes;
  }

  @Test
  void a_mono_that_waits_holds_less_than_by_retryWhen() {
    ReactorRetry hours =
        ReactorRetry.of(
            Retry.of(
                    RetryPolicy.builder()
                        .maxAttempts(3)
                        .backoff(Backoff.uniform(Duration.ofHours(1), Duration.ofHours(2)))
                        .withoutTimeLimit()
                        .build())
                .withBudget(RetryBudget.unlimited()));
    double reprise = waiting(hours::mono);
    double reactor = waiting(source -> source.retryWhen(backoff(2, Duration.ofHours(1))));
    System.out.printf(
        Locale.ROOT,
        "waiting: %.0f B each; retryWhen(Retry.backoff): %.0f B each%n",
        reprise,
        reactor);
    assertThat(reprise).isLessThan(reactor);
  }
}
