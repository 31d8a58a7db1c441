package dev.reprise.event;

import static dev.reprise.event.RefusalLimit.COUNTED;
import static dev.reprise.event.RefusalLimit.PERIOD_NANOS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.reprise.decision.StopReason;
import dev.reprise.event.RetryEvent.CallFinished;
import dev.reprise.event.RetryEvent.Origin;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Many refusals are logged as one warning and then as a count every ten seconds. */
class RefusalLimitTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final RecordingLogger logger = new RecordingLogger(Level.INFO);
  private final LoggingListener listener = new LoggingListener(logger, null);

  @Test
  void logs_the_first_refusal_and_then_their_number() {
    for (int i = 0; i < 24; i++) {
      refused("orders", i * SECOND / 24);
    }
    assertEquals(List.of(refusal("orders")), logger.lines);

    refused("orders", 10 * SECOND);

    assertEquals(
        List.of(refusal("orders"), more("orders", "23 more calls"), refusal("orders")),
        logger.lines);
  }

  @Test
  void logs_the_count_with_the_next_end_of_any_call() {
    refused("orders", 0);
    refused("orders", SECOND);
    ended("orders", StopReason.SUCCEEDED, 9 * SECOND);
    ended("orders", StopReason.CANCELLED, 3_600 * SECOND);

    assertEquals(
        List.of(
            refusal("orders"),
            "INFO [call 7] orders: succeeded after 2 attempts in 5.00 ns"
                .replace("5.00 ns", "5 ns"),
            more("orders", "1 more call")),
        logger.lines);
  }

  @Test
  void counts_each_refusal_once_over_hours() {
    int refusals = 0;
    for (long at = 0; at < 7_200 * SECOND; at += SECOND / 10) {
      refused("orders", at);
      refusals++;
    }
    ended("orders", StopReason.CANCELLED, 9_000 * SECOND);

    long whole = logger.lines.stream().filter(refusal("orders")::equals).count();
    long counted =
        logger.lines.stream()
            .filter(line -> line.contains("more call"))
            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
            .sum();
    assertEquals(720, whole);
    assertEquals(refusals, whole + counted);
  }

  @Test
  void counts_each_retry_separately() {
    refused("orders", 0);
    refused("mail", 0);
    refused("orders", 1);
    refused("mail", 11 * SECOND);

    assertEquals(List.of(refusal("orders"), refusal("mail"), refusal("mail")), logger.lines);
  }

  @Test
  void logs_at_debug_the_refusals_that_it_counts() {
    RecordingLogger all = new RecordingLogger(Level.DEBUG);
    LoggingListener told = new LoggingListener(all, null);
    told.on(end("orders", StopReason.BUDGET, 0));
    told.on(end("orders", StopReason.BUDGET, 1));

    assertEquals(
        List.of(refusal("orders"), refusal("orders").replace("WARNING", "DEBUG")), all.lines);
  }

  @Test
  void logs_a_refusal_again_when_another_clock_has_an_earlier_tick() {
    refused("orders", 0);
    refused("orders", -1);

    assertEquals(2, logger.lines.size());
  }

  @Test
  void keeps_a_bounded_number_of_names() {
    RefusalLimit limit = new RefusalLimit();
    for (int i = 0; i < RefusalLimit.MAX_RETRIES; i++) {
      assertEquals(0, limit.atEnd("retry" + i, true, 0));
    }
    assertEquals(0, limit.atEnd("one more", true, 0));
    assertEquals(COUNTED, limit.atEnd("and another", true, 0));
    assertEquals(COUNTED, limit.atEnd("retry7", true, 0));
    assertEquals(1, limit.atEnd("and another", true, PERIOD_NANOS));
  }

  @Test
  void threads_neither_lose_nor_repeat_a_refusal() throws Exception {
    RefusalLimit limit = new RefusalLimit();
    int threads = 4;
    int each = 20_000;
    AtomicLong clock = new AtomicLong();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Long>> said = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        said.add(
            pool.submit(
                () -> {
                  long sum = 0;
                  for (int i = 0; i < each; i++) {
                    long due = limit.atEnd("orders", true, clock.addAndGet(SECOND / 100));
                    sum += due == COUNTED ? 0 : due + 1;
                  }
                  return sum;
                }));
      }
      long sum = 0;
      for (Future<Long> one : said) {
        sum += one.get(60, TimeUnit.SECONDS);
      }
      sum += limit.atEnd("orders", false, clock.get() + 2 * PERIOD_NANOS);
      assertEquals((long) threads * each, sum);
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void allocates_nothing_for_a_refusal_that_is_not_logged() {
    CallFinished end = end("orders", StopReason.BUDGET, 1);
    listener.on(end);
    ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 100 && least > 0; round++) {
      long before = thread.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 1_000; i++) {
        listener.on(end);
      }
      least = Math.min(least, (thread.getCurrentThreadAllocatedBytes() - before) / 1_000);
    }
    assertEquals(0, least);
    assertTrue(logger.lines.size() == 1);
  }

  private void refused(String retry, long tick) {
    ended(retry, StopReason.BUDGET, tick);
  }

  private void ended(String retry, StopReason reason, long tick) {
    listener.on(end(retry, reason, tick));
  }

  private static CallFinished end(String retry, StopReason reason, long tick) {
    return new CallFinished(Origin.of(retry), 7, 2, reason, 5, tick, null, null);
  }

  private static String refusal(String retry) {
    return "WARNING [call 7] " + retry + ": gave up after 2 attempts in 5 ns: budget";
  }

  private static String more(String retry, String count) {
    return "WARNING "
        + retry
        + ": the budget refused a retry to "
        + count
        + " since the last warning";
  }
}
