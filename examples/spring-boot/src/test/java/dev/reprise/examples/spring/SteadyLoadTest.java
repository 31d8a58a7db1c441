package dev.reprise.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import dev.reprise.examples.spring.Services.Metrics;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/**
 * A minute of 1,000 calls per second, of which one in twenty loses its response. A call is one
 * retried call of the shop to the payments service, through the network that loses responses.
 */
@Tag("proof")
class SteadyLoadTest {

  private static final int CALLS_PER_SECOND = 1_000;
  private static final int CALLS_PER_SAMPLE = 10 * CALLS_PER_SECOND;
  private static final int SAMPLES = 6;
  private static final int CUSTOMERS = 24;
  private static final double LOST_RESPONSES = 0.05;

  /** One request in four is an order, the others ask for the prices in five currencies. */
  private static final int REQUESTS_PER_ORDER = 4;

  private static final int CALLS_PER_ORDER = 2;
  private static final int CALLS_PER_PRICES = 5;

  /** Each number of an order, which is the key of its payment, is used twice. */
  private static final int REQUESTS_PER_NUMBER = 2 * REQUESTS_PER_ORDER;

  /** Keys of payments are deleted soon, so that a minute shows whether they are. */
  private static final String[] SHORT_LIVED_KEYS = {
    "--reprise.idempotency.keep-for=10s", "--reprise.idempotency.purge-interval=1s"
  };

  /** Reports that are kept of each retry, by default. */
  private static final int KEPT_REPORTS = 20;

  /** Failed calls before the load, more than the reports that are kept. */
  private static final int FAILED_REQUESTS = 2 * KEPT_REPORTS;

  /**
   * Series that may be new within the minute: a kind of failure or end that is rare and has not
   * occurred before. A series for each call, key or customer would add thousands.
   */
  private static final int RARE_SERIES = 3;

  /** Bounds of what a minute may add; a leak of 100 bytes for each call would add 6 MB. */
  private static final double HEAP_GROWTH_MEGABYTES = 3;

  private static final int THREAD_GROWTH = 20;

  /** Growth of one class of objects; a leak of one object for 500 calls would add 100. */
  private static final int OBJECT_GROWTH = 60;

  private static final long PATIENCE_SECONDS = 120;

  private final ExecutorService customers = Executors.newFixedThreadPool(CUSTOMERS);
  private final Semaphore idle = new Semaphore(CUSTOMERS);
  private final AtomicInteger refused = new AtomicInteger();
  private int requests;

  /**
   * The process after a part of the load.
   *
   * @param calls calls per second during this part
   * @param behind seconds by which the last call was made later than planned
   * @param cpu processor time of one call, of both services, the network and the customers
   * @param series time series of Reprise
   * @param allSeries all time series of both services
   * @param heap heap after a collection
   * @param connections open connections of the network
   * @param waiting calls that are retrying
   * @param keys keys of payments that the payments service has
   * @param reports kept reports by the name of the retry
   * @param live live objects of Reprise
   */
  private record Sample(
      double calls,
      double behind,
      double cpu,
      Set<String> series,
      long allSeries,
      int threads,
      double heap,
      int connections,
      double waiting,
      long keys,
      Map<String, Integer> reports,
      LiveObjects live) {

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%,.0f calls/s, %s, %.2f ms of processor time each; %d series of Reprise, %d in all;"
              + " %d threads, %.1f MB heap, %d connections, %.0f calls waiting; %d keys of payments,"
              + " reports %s",
          calls,
          behind < 0.5 ? "as planned" : String.format(Locale.ROOT, "%.1f s late", behind),
          cpu,
          series.size(),
          allSeries,
          threads,
          heap,
          connections,
          waiting,
          keys,
          reports);
    }
  }

  @AfterEach
  void stop() {
    customers.shutdownNow();
  }

  @Test
  void a_minute_of_a_thousand_calls_a_second_adds_no_series_and_nothing_grows() throws Exception {
    List<Sample> samples = new ArrayList<>();
    try (Example example = Example.start(0, 0, SHORT_LIVED_KEYS)) {
      Services services = new Services(example);
      failCalls(example, services);
      example.loseResponses(LOST_RESPONSES);
      sampleAfterLoad(example, services);
      for (int i = 0; i < SAMPLES; i++) {
        samples.add(sampleAfterLoad(example, services));
        System.out.println(samples.get(i));
      }
      Metrics shop = services.metrics(example.shop());
      assertThat(shop.sum("reprise_calls_total", ""))
          .isGreaterThanOrEqualTo((1 + SAMPLES) * CALLS_PER_SAMPLE);
      assertThat(shop.sum("reprise_calls_total", "retried")).isPositive();
      awaitNoKeys(example);
    }
    assertThat(refused.get()).as("requests that were not served").isLessThan(CALLS_PER_SECOND);
    assertNothingGrows(samples);
    assertStatesByKeyAreBounded(samples);
  }

  private static void assertNothingGrows(List<Sample> samples) {
    Set<String> added = new TreeSet<>();
    samples.forEach(sample -> added.addAll(sample.series()));
    added.removeAll(samples.get(0).series());
    assertThat(added).hasSizeLessThanOrEqualTo(RARE_SERIES);
    assertThat(samples).extracting(Sample::waiting).containsOnly(0.0);
    assertThat(samples)
        .extracting(Sample::connections)
        .allSatisfy(open -> assertThat(open).isLessThanOrEqualTo(4 * CUSTOMERS));
    assertThat(mostThreads(samples.subList(SAMPLES / 2, SAMPLES)))
        .isLessThanOrEqualTo(mostThreads(samples.subList(0, SAMPLES / 2)) + THREAD_GROWTH);
    assertThat(heapGrowth(samples)).isLessThan(HEAP_GROWTH_MEGABYTES);
  }

  /**
   * Each state that Reprise keeps by a key (budget by host, entry by key, report by retry, running
   * call by number) is an object of Reprise, so their numbers show all of them.
   */
  private static void assertStatesByKeyAreBounded(List<Sample> samples) {
    Sample last = samples.get(SAMPLES - 1);
    assertThat(last.live().byClass())
        .containsKeys(
            "dev.reprise.state.StatesByKey",
            "dev.reprise.budget.StandardBudget",
            "dev.reprise.report.RetryReport");
    assertThat(last.live().grown(samples.get(0).live(), OBJECT_GROWTH)).isEmpty();
    assertThat(samples)
        .extracting(Sample::reports)
        .allSatisfy(
            reports -> {
              assertThat(reports).containsOnlyKeys("payments", "rates");
              assertThat(reports.values()).allMatch(kept -> kept <= KEPT_REPORTS);
            });
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

  /** Lets calls of both retries fail, so that their reports and meters of failures exist. */
  private void failCalls(Example example, Services services) throws Exception {
    example.loseResponses(0);
    assertThat(services.prices(10).statusCode()).isEqualTo(200);
    example.loseResponses(1);
    for (int i = 0; i < FAILED_REQUESTS; i++) {
      int number = requests++;
      idle.acquire();
      customers.execute(() -> buy(services, number, true));
    }
    idle.acquire(CUSTOMERS);
    idle.release(CUSTOMERS);
    assertThat(refused.getAndSet(0)).isEqualTo(FAILED_REQUESTS);
  }

  private Sample sampleAfterLoad(Example example, Services services) throws Exception {
    long begin = System.nanoTime();
    long processor = processorNanos();
    int calls = load(services);
    double seconds = (System.nanoTime() - begin) / 1e9;
    double cpu = (processorNanos() - processor) / 1e6 / calls;
    deleteOrders(example);
    Metrics shop = services.metrics(example.shop());
    Metrics payments = services.metrics(example.payments());
    LiveObjects live = LiveObjects.count("dev.reprise.");
    System.gc();
    System.gc();
    return new Sample(
        calls / seconds,
        seconds - (double) calls / CALLS_PER_SECOND,
        cpu,
        namesOfReprise(shop, payments),
        shop.count("") + payments.count(""),
        ManagementFactory.getThreadMXBean().getThreadCount(),
        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1e6,
        example.network().connectionsOpen(),
        shop.sum("reprise_calls_retrying", ""),
        keys(example),
        reports(services, example),
        live);
  }

  private static Set<String> namesOfReprise(Metrics shop, Metrics payments) {
    return Stream.of(shop, payments)
        .flatMap(of -> of.lines("reprise_", "").stream())
        .map(line -> line.substring(0, line.lastIndexOf(' ')))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The data of the applications, which grows with each new order. */
  private static void deleteOrders(Example example) {
    example.beanOfShop(JdbcClient.class).sql("DELETE FROM orders").update();
    example.beanOfPayments(JdbcClient.class).sql("DELETE FROM payments").update();
  }

  private static long keys(Example example) {
    return example
        .beanOfPayments(JdbcClient.class)
        .sql("SELECT COUNT(*) FROM reprise_idempotency")
        .query(Long.class)
        .single();
  }

  /** Waits until the payments service has deleted the expired keys. */
  private static void awaitNoKeys(Example example) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (keys(example) > 0 && System.nanoTime() < end) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
    }
    assertThat(keys(example)).as("keys of payments that are kept although expired").isZero();
  }

  private static Map<String, Integer> reports(Services services, Example example) throws Exception {
    JsonNode reports = services.json(example.shop() + "/actuator/reprise").get("reports");
    Map<String, Integer> byName = new TreeMap<>();
    reports.properties().forEach(of -> byName.put(of.getKey(), of.getValue().size()));
    return byName;
  }

  /** Sends requests at a fixed rate, or slower if the machine cannot keep it up. */
  private int load(Services services) throws InterruptedException {
    long interval = TimeUnit.SECONDS.toNanos(1) / CALLS_PER_SECOND;
    long due = System.nanoTime();
    int made = 0;
    while (made < CALLS_PER_SAMPLE) {
      int number = requests++;
      boolean order = number % REQUESTS_PER_ORDER == 0;
      idle.acquire();
      customers.execute(() -> buy(services, number, order));
      int now = order ? CALLS_PER_ORDER : CALLS_PER_PRICES;
      made += now;
      due += now * interval;
      LockSupport.parkNanos(due - System.nanoTime());
    }
    idle.acquire(CUSTOMERS);
    idle.release(CUSTOMERS);
    return made;
  }

  private void buy(Services services, int number, boolean order) {
    try {
      int status =
          order
              ? services.order("steady-" + number / REQUESTS_PER_NUMBER, 10, "USD")
              : services.prices(10).statusCode();
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
