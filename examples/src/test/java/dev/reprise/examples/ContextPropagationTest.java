package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.event.RetryListener;
import dev.reprise.examples.ContextPropagation.User;
import dev.reprise.policy.RetryPolicy;
import io.micrometer.context.ContextRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.impl.JDK14LoggerFactory;

/** Propagation of SLF4J's MDC with a real binding, to pooled threads. */
class ContextPropagationTest {

  private static final String TRACE = "trace";

  private final ThreadLocal<@Nullable String> trace = new ThreadLocal<>();
  private final ExecutorService pool = Executors.newSingleThreadExecutor();
  private final List<String> seen = new CopyOnWriteArrayList<>();
  private final Logger log = Logger.getLogger("dev.reprise");
  private final Handler handler = new MdcHandler();
  private final Retry retry =
      Retry.of(
              RetryPolicy.builder()
                  .maxAttempts(3)
                  .backoff(Backoff.fixed(Duration.ofMillis(1)))
                  .build())
          .withListener(RetryListener.logging());

  /** A log line with the MDC values that a layout would print. */
  private final class MdcHandler extends Handler {

    @Override
    public void publish(LogRecord record) {
      note("log");
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  /** The pooled thread exists before the caller has a context that it could inherit. */
  @BeforeEach
  void begin() throws Exception {
    onPool(
        () -> {
          MDC.put("thread", "own");
          return "begun";
        });
    log.setLevel(Level.ALL);
    log.setUseParentHandlers(false);
    log.addHandler(handler);
    ContextRegistry.getInstance().registerThreadLocalAccessor(TRACE, trace);
  }

  @AfterEach
  void no_trace_is_left_on_the_pool() throws Exception {
    try {
      assertThat(
              onPool(
                  () -> MDC.getCopyOfContextMap() + " " + trace.get() + " " + User.CURRENT.get()))
          .isEqualTo("{thread=own} null null");
      assertThat(MDC.get("order")).isNull();
    } finally {
      ContextRegistry.getInstance().removeThreadLocalAccessor(TRACE);
      log.removeHandler(handler);
      log.setUseParentHandlers(true);
      log.setLevel(null);
      pool.shutdownNow();
      User.CURRENT.remove();
    }
  }

  private String onPool(Supplier<String> task) throws Exception {
    Future<String> answer = pool.submit(task::get);
    return answer.get(30, TimeUnit.SECONDS);
  }

  private void note(String what) {
    seen.add(what + " " + MDC.get("order"));
  }

  private String failsTwice(String path) throws IOException {
    note("attempt");
    MDC.put("order", "changed by an attempt");
    if (seen.stream().filter(line -> line.startsWith("attempt")).count() < 3) {
      throw new IOException("reset");
    }
    return "page of " + path;
  }

  @Test
  void a_real_binding_is_used() {
    assertThat(LoggerFactory.getILoggerFactory()).isInstanceOf(JDK14LoggerFactory.class);
  }

  @Test
  void every_attempt_log_line_and_dependent_has_the_callers_mdc() throws Exception {
    Retry carrying = ContextPropagation.carryingMdc(retry);
    CompletableFuture<String> page =
        new ContextPropagation(carrying, this::failsTwice, pool)
            .order("7")
            .whenComplete((value, failure) -> note("dependent"));

    assertThat(page.get(30, TimeUnit.SECONDS)).isEqualTo("page of /orders/7");
    assertThat(seen).filteredOn(line -> !line.startsWith("dependent")).allMatch(this::ofCaller);
    assertThat(seen).filteredOn(line -> line.startsWith("attempt")).hasSize(3);
    assertThat(seen).filteredOn(line -> line.startsWith("log")).hasSize(3);
  }

  private boolean ofCaller(String line) {
    return line.endsWith(" 7");
  }

  @Test
  void without_the_setting_the_context_is_lost() throws Exception {
    CompletableFuture<String> page = new ContextPropagation(retry, path -> mdc(), pool).order("7");
    assertThat(page.get(30, TimeUnit.SECONDS)).isEqualTo("null");
  }

  private static String mdc() {
    return String.valueOf(MDC.get("order"));
  }

  @Test
  void traces_and_the_user_are_propagated() throws Exception {
    trace.set("trace-1");
    User.CURRENT.set(new User("ann"));
    Retry carrying = ContextPropagation.carryingAll(retry);

    CompletableFuture<String> page =
        new ContextPropagation(
                carrying,
                path -> {
                  String found = mdc() + " " + trace.get() + " " + nameOfUser();
                  trace.set("changed");
                  User.CURRENT.remove();
                  failsTwice(path);
                  return found;
                },
                pool)
            .order("7");

    assertThat(page.get(30, TimeUnit.SECONDS)).isEqualTo("7 trace-1 ann");
    assertThat(trace.get()).isEqualTo("trace-1");
  }

  private static String nameOfUser() {
    return Objects.requireNonNull(User.CURRENT.get()).name();
  }

  @Test
  void a_caller_without_a_trace_does_not_get_the_trace_of_another() throws Exception {
    onPool(
        () -> {
          trace.set("of the pool");
          return "set";
        });
    CompletableFuture<String> page =
        new ContextPropagation(
                ContextPropagation.carryingTraces(retry), path -> String.valueOf(trace.get()), pool)
            .order("7");

    assertThat(page.get(30, TimeUnit.SECONDS)).isEqualTo("null");
    assertThat(onPool(() -> trace.get() + " again")).isEqualTo("of the pool again");
    onPool(
        () -> {
          trace.remove();
          return "removed";
        });
  }
}
