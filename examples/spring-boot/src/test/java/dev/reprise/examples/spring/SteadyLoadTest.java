package dev.reprise.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import dev.reprise.examples.spring.Services.Metrics;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A minute of 1,000 calls per second, of which one in twenty loses its response. */
@Tag("proof")
class SteadyLoadTest {

  private static final int CALLS_PER_SECOND = 1_000;
  private static final int CALLS_PER_SAMPLE = 10 * CALLS_PER_SECOND;
  private static final int SAMPLES = 6;
  private static final int CUSTOMERS = 24;
  private static final double LOST_RESPONSES = 0.05;

  /** One request in ten is an order, which makes two calls. The same orders are sent again. */
  private static final int REQUESTS_PER_ORDER = 10;

  private static final int CALLS_PER_ORDER = 2;
  private static final int ORDERS = 200;

  /** Bounds of what a minute may add; a leak of 100 bytes for each call would add 6 MB. */
  private static final double HEAP_GROWTH_MEGABYTES = 3;

  private static final int THREAD_GROWTH = 20;

  private final ExecutorService customers = Executors.newFixedThreadPool(CUSTOMERS);
  private final Semaphore idle = new Semaphore(CUSTOMERS);
  private final AtomicInteger refused = new AtomicInteger();

  /**
   * The process after a part of the load.
   *
   * @param calls calls per second during this part
   * @param cpu processor time of one call, of both services, the network and the customers
   * @param series time series of Reprise
   * @param allSeries all time series of both services
   * @param heap heap after a collection
   * @param connections open connections of the network
   * @param waiting calls that are retrying
   */
  private record Sample(
      double calls,
      double cpu,
      long series,
      long allSeries,
      int threads,
      double heap,
      int connections,
      double waiting) {

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%,.0f calls/s, %.2f ms of processor time each; %d series of Reprise, %d in all;"
              + " %d threads, %.1f MB heap, %d connections, %.0f calls waiting",
          calls,
          cpu,
          series,
          allSeries,
          threads,
          heap,
          connections,
          waiting);
    }
  }

  @AfterEach
  void stop() {
    customers.shutdownNow();
  }

  @Test
  void a_minute_of_a_thousand_calls_a_second_adds_no_series_and_nothing_grows() throws Exception {
    List<Sample> samples = new ArrayList<>();
    try (Example example = Example.start(0, 0)) {
      Services services = new Services(example);
      example.loseResponses(LOST_RESPONSES);
      sampleAfter(CALLS_PER_SAMPLE, example, services);
      for (int i = 0; i < SAMPLES; i++) {
        samples.add(sampleAfter(CALLS_PER_SAMPLE, example, services));
        System.out.println(samples.get(i));
      }
      Metrics shop = services.metrics(example.shop());
      assertThat(shop.sum("reprise_calls_total", ""))
          .isGreaterThanOrEqualTo((1 + SAMPLES) * CALLS_PER_SAMPLE);
      assertThat(shop.sum("reprise_calls_total", "retried")).isPositive();
    }
    assertThat(refused.get()).as("requests that were not served").isLessThan(CALLS_PER_SECOND);
    assertThat(samples).extracting(Sample::series).containsOnly(samples.get(0).series());
    assertThat(samples).extracting(Sample::waiting).containsOnly(0.0);
    assertThat(samples)
        .extracting(Sample::connections)
        .allSatisfy(open -> assertThat(open).isLessThanOrEqualTo(4 * CUSTOMERS));
    assertThat(mostThreads(samples.subList(SAMPLES / 2, SAMPLES)))
        .isLessThanOrEqualTo(mostThreads(samples.subList(0, SAMPLES / 2)) + THREAD_GROWTH);
    assertThat(heapGrowth(samples)).isLessThan(HEAP_GROWTH_MEGABYTES);
  }

  private static int mostThreads(List<Sample> samples) {
    return samples.stream().mapToInt(Sample::threads).max().orElseThrow();
  }

  /** Growth of the heap over all samples, by the line that fits them best. */
  private static double heapGrowth(List<Sample> samples) {
    double middle = (samples.size() - 1) / 2.0;
    double covariance = 0;
    double variance = 0;
    for (int i = 0; i < samples.size(); i++) {
      covariance += (i - middle) * samples.get(i).heap();
      variance += (i - middle) * (i - middle);
    }
    return covariance / variance * (samples.size() - 1);
  }

  private Sample sampleAfter(int calls, Example example, Services services) throws Exception {
    long begin = System.nanoTime();
    long processor = processorNanos();
    load(calls, services);
    double seconds = (System.nanoTime() - begin) / 1e9;
    double cpu = (processorNanos() - processor) / 1e6 / calls;
    Metrics shop = services.metrics(example.shop());
    Metrics payments = services.metrics(example.payments());
    System.gc();
    System.gc();
    return new Sample(
        calls / seconds,
        cpu,
        shop.count("reprise_") + payments.count("reprise_"),
        shop.count("") + payments.count(""),
        ManagementFactory.getThreadMXBean().getThreadCount(),
        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1e6,
        example.network().connectionsOpen(),
        shop.sum("reprise_calls_retrying", ""));
  }

  /** Sends requests at a fixed rate, or slower if the machine cannot keep it up. */
  private void load(int calls, Services services) throws InterruptedException {
    long interval = TimeUnit.SECONDS.toNanos(1) / CALLS_PER_SECOND;
    long due = System.nanoTime();
    for (int made = 0, request = 0; made < calls; request++) {
      int number = request;
      boolean order = request % REQUESTS_PER_ORDER == 0;
      idle.acquire();
      customers.execute(() -> buy(services, number, order));
      int now = order ? CALLS_PER_ORDER : 1;
      made += now;
      due += now * interval;
      LockSupport.parkNanos(due - System.nanoTime());
    }
    idle.acquire(CUSTOMERS);
    idle.release(CUSTOMERS);
  }

  private void buy(Services services, int number, boolean order) {
    try {
      int status =
          order
              ? services.order("steady-" + number % ORDERS, 10, "USD")
              : services.euros(10, "USD").statusCode();
      if (status != 200) {
        refused.incrementAndGet();
      }
    } catch (Exception failed) {
      refused.incrementAndGet();
    } finally {
      idle.release();
    }
  }

  private static long processorNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }
}
