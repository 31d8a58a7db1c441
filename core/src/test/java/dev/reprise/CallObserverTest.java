package dev.reprise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.reprise.backoff.Backoff;
import dev.reprise.budget.RetryBudget;
import dev.reprise.context.CallContext;
import dev.reprise.event.CallObserver;
import dev.reprise.event.RetryEvent;
import dev.reprise.function.Attempt;
import dev.reprise.function.Operation;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Observers that work, observers that fail, and observers that follow no call. */
class CallObserverTest {

  private static final int CALLS = 200_000;

  private final Retry retry =
      Retry.of(RetryPolicy.builder().backoff(Backoff.none()).build())
          .withBudget(RetryBudget.unlimited());

  private int observed;

  /** Writes down what it receives, and the thread. */
  private record Writer(String name, List<String> lines) implements CallObserver {

    @Override
    public ObservedCall begin(RetryEvent.Origin origin) {
      add("begin");
      return new ObservedCall() {
        @Override
        public CallContext.Scope beginAttempt(Attempt attempt) {
          add("attempt " + attempt.number());
          return () -> add("attempt " + attempt.number() + " closed");
        }

        @Override
        public CallContext.Scope open() {
          add("open");
          return () -> add("closed");
        }

        @Override
        public void on(RetryEvent event) {
          add(event.getClass().getSimpleName());
        }
      };
    }

    private void add(String line) {
      lines.add(name + " " + line + " on " + Thread.currentThread().getName());
    }
  }

  /** A call of an observer of which one method misbehaves. */
  private record Misbehaving(
      CallContext.@Nullable Scope attempt, CallContext.@Nullable Scope open, boolean throwing)
      implements CallObserver.ObservedCall {

    @Override
    @SuppressWarnings("NullAway") // that is the mistake
    public CallContext.Scope beginAttempt(Attempt any) {
      return throwing ? bug() : attempt;
    }

    @Override
    @SuppressWarnings("NullAway") // that is the mistake
    public CallContext.Scope open() {
      return throwing ? bug() : open;
    }

    @Override
    public void on(RetryEvent event) {
      if (throwing) {
        bug();
      }
    }
  }

  private static CallContext.Scope bug() {
    throw new IllegalStateException("bug");
  }

  private static Map<String, CallObserver> misbehaving() {
    CallContext.Scope fine = () -> {};
    Map<String, CallObserver> all = new LinkedHashMap<>();
    all.put("begin", origin -> new Misbehaving(bug(), fine, false));
    all.put("everything later", origin -> new Misbehaving(fine, fine, true));
    all.put("returns null", origin -> new Misbehaving(null, null, false));
    all.put("close", origin -> new Misbehaving(CallObserverTest::bug, () -> bug(), false));
    return all;
  }

  @Test
  void an_observer_that_throws_changes_no_call_and_is_logged_once() {
    misbehaving()
        .forEach(
            (name, observer) -> {
              try (LogCapture log = new LogCapture(Level.ALL)) {
                Retry bad = retry.withObserver(observer);
                for (int call = 0; call < 3; call++) {
                  FailingCall.failsAfterThreeAttempts(name, bad);
                }
                assertEquals(1, log.lines().size(), name);
                assertEquals(
                    "WARNING Call observer "
                        + observer.getClass().getName()
                        + " threw; it stays in use, and its further exceptions are not logged",
                    log.lines().get(0));
              }
            });
  }

  @Test
  void the_observer_added_first_is_outside() {
    List<String> lines = new ArrayList<>();
    Retry both =
        retry.withObserver(new Writer("outer", lines)).withObserver(new Writer("inner", lines));
    both.call(() -> lines.add("operation"));
    String here = " on " + Thread.currentThread().getName();
    assertEquals(
        List.of(
            "outer begin" + here,
            "inner begin" + here,
            "outer attempt 1" + here,
            "inner attempt 1" + here,
            "operation",
            "inner attempt 1 closed" + here,
            "outer attempt 1 closed" + here,
            "outer FirstAttemptSucceeded" + here,
            "inner FirstAttemptSucceeded" + here),
        lines);
  }

  @Test
  void an_observer_is_within_the_contexts_of_the_retry() {
    List<String> lines = new ArrayList<>();
    CallContext context =
        () ->
            () -> {
              lines.add("context");
              return () -> lines.add("context closed");
            };
    retry.withObserver(new Writer("one", lines)).withContext(context).call(() -> "page");
    String here = " on " + Thread.currentThread().getName();
    assertEquals(
        List.of(
            "one begin" + here,
            "context",
            "one attempt 1" + here,
            "one attempt 1 closed" + here,
            "context closed"),
        lines.subList(0, 5));
  }

  @Test
  void attempts_on_an_executor_are_observed_on_its_thread_and_begin_on_the_callers()
      throws InterruptedException {
    ExecutorService one = Executors.newSingleThreadExecutor(work -> new Thread(work, "worker"));
    try {
      List<String> lines = Collections.synchronizedList(new ArrayList<>());
      AtomicInteger attempts = new AtomicInteger();
      Operation<String, IOException> failing =
          () -> {
            if (attempts.incrementAndGet() < 2) {
              throw new IOException("reset");
            }
            return "page";
          };
      assertEquals(
          "page", retry.withObserver(new Writer("one", lines)).callAsync(failing, one).join());
      one.shutdown();
      assertTrue(one.awaitTermination(1, TimeUnit.MINUTES));
      assertEquals("one begin on " + Thread.currentThread().getName(), lines.get(0));
      assertEquals(
          List.of(
              "one attempt 1 on worker",
              "one attempt 1 closed on worker",
              "one AttemptFinished on worker",
              "one RetryStarted on worker",
              "one attempt 2 on worker",
              "one attempt 2 closed on worker",
              "one AttemptFinished on worker",
              "one CallFinished on worker"),
          lines.stream().filter(line -> line.endsWith("worker") && !isOpen(line)).toList());
      assertEquals(
          lines.stream().filter(line -> line.startsWith("one open")).count(),
          lines.stream().filter(line -> line.startsWith("one closed")).count());
    } finally {
      one.shutdownNow();
    }
  }

  private static boolean isOpen(String line) {
    return line.startsWith("one open") || line.startsWith("one closed");
  }

  @Test
  void calls_that_no_observer_follows_are_made_as_without_observers() {
    Retry unobserved =
        retry.withObserver(
            origin -> {
              observed++;
              return null;
            });
    long plain = bytes(retry);
    long bytes = bytes(unobserved);
    assertEquals(2 * CALLS, observed);
    assertTrue(bytes <= plain + CALLS / 10, bytes + " bytes in " + CALLS + " calls, not " + plain);
  }

  private static long bytes(Retry retry) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long self = Thread.currentThread().getId();
    Operation<String, RuntimeException> page = () -> "page";
    for (int i = 0; i < CALLS; i++) {
      retry.call(page);
    }
    long before = threads.getThreadAllocatedBytes(self);
    for (int i = 0; i < CALLS; i++) {
      retry.call(page);
    }
    return threads.getThreadAllocatedBytes(self) - before;
  }

  @Test
  void a_call_that_is_refused_for_its_backup_does_not_begin() {
    List<String> lines = new ArrayList<>();
    Retry one = retry.withObserver(new Writer("one", lines));
    Operation<String, RuntimeException> page = () -> "page";
    Backup<String> blocking = Backup.of(() -> "stale");
    assertThrows(IllegalStateException.class, () -> one.callOrElse(page, blocking));
    assertThrows(
        IllegalStateException.class, () -> one.callWithOrElse(attempt -> "page", blocking));
    assertThrows(
        IllegalStateException.class,
        () -> one.callAsyncOrElse(() -> CompletableFuture.completedFuture("page"), blocking));
    assertThrows(
        IllegalStateException.class,
        () ->
            one.callAsyncWithOrElse(
                attempt -> CompletableFuture.completedFuture("page"), blocking));
    assertEquals(List.of(), lines);
  }
}
