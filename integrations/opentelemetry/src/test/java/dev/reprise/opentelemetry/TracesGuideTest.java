package dev.reprise.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.demo.TracedCalls;
import dev.reprise.DrivenCall;
import dev.reprise.Retry;
import dev.reprise.RetryStep;
import dev.reprise.backoff.Backoff;
import dev.reprise.context.CallContext;
import dev.reprise.function.Attempt;
import dev.reprise.policy.RetryPolicy;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.exporter.logging.LoggingSpanExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Filter;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The code of {@code docs/guide/traces.md}. */
class TracesGuideTest {

  private final TelemetryFixture fixture = new TelemetryFixture();
  private final RetryPolicy policy =
      RetryPolicy.builder().maxAttempts(3).backoff(Backoff.fixed(Duration.ofMillis(100))).build();
  private int attempts;

  @AfterEach
  void close() {
    fixture.close();
  }

  /** The code that an application has once. */
  private static final class Orders {

    private final Retry retry;

    Orders(OpenTelemetry openTelemetry, RetryPolicy policy) {
      RetryTelemetry telemetry = RetryTelemetry.of(openTelemetry);
      retry = telemetry.observe(Retry.of(policy).named("orders"));
    }
  }

  private String fetch(String id) throws IOException {
    attempts++;
    if (attempts < 3) {
      throw new IOException("reset");
    }
    return id;
  }

  private Retry inVirtualTime(Retry retry) {
    return retry.withEnvironment(fixture.time);
  }

  @Test
  void one_line_traces_a_retry() {
    Retry retry = inVirtualTime(new Orders(fixture.sdk, policy).retry);
    CompletableFuture<String> order =
        fixture.inCaller(() -> retry.callAsync(() -> fetch("7"), fixture.time.executor()));
    assertThat(fixture.time.await(order).join()).isEqualTo("7");
    assertThat(fixture.attempts()).extracting(SpanData::getName).containsOnly("attempt orders");
    assertThat(fixture.attempts()).hasSize(3);
  }

  @Test
  void the_program_prints_the_spans_on_the_page() throws IOException {
    List<String> printed = new ArrayList<>();
    Logger logger = Logger.getLogger(LoggingSpanExporter.class.getName());
    Filter before = logger.getFilter();
    logger.setFilter(line -> !printed.add(new SimpleFormatter().formatMessage(line)));
    try {
      TracedCalls.main(new String[0]);
    } finally {
      logger.setFilter(before);
    }
    String page = Files.readString(Path.of("../../docs/guide/traces.md"));
    List<String> shown = page.lines().filter(line -> line.startsWith("INFO: ")).toList();
    assertThat(printed)
        .map(TracesGuideTest::nameAndAttributes)
        .isEqualTo(shown.stream().map(TracesGuideTest::nameAndAttributes).toList());
  }

  /** Without identifiers, and without the order of the attributes, which varies. */
  private static Set<String> nameAndAttributes(String line) {
    String name = line.substring(line.indexOf('\''), line.indexOf(" : "));
    String attributes = line.substring(line.indexOf("data={"), line.indexOf("}"));
    return Set.of((name + ", " + attributes.substring("data={".length())).split(", ", -1));
  }

  @Test
  void options_are_copies() {
    RetryTelemetry telemetry = fixture.observing;
    RetryTelemetry detailed = telemetry.withSpansOfAllCalls().withMessages();
    Retry retry = inVirtualTime(detailed.observe(Retry.of(policy)));
    assertThat(fixture.inCaller(() -> retry.call(() -> "page"))).isEqualTo("page");
    assertThat(fixture.attempts()).hasSize(1);
  }

  @Test
  void with_the_agent_the_global_instance_is_passed() {
    RetryTelemetry telemetry = RetryTelemetry.of(GlobalOpenTelemetry.get());
    assertThat(telemetry.observe(Retry.of(policy)).call(() -> "page")).isEqualTo("page");
  }

  @Test
  void the_context_alone() {
    Retry retry = withContextOnly(inVirtualTime(Retry.of(policy)));
    CompletableFuture<String> order =
        fixture.inCaller(() -> retry.callAsync(() -> fetch("7"), fixture.time.executor()));
    assertThat(fixture.time.await(order).join()).isEqualTo("7");
    assertThat(fixture.spans()).isEmpty();
  }

  private static Retry withContextOnly(Retry retry) {
    return retry.withContext(OpenTelemetryContext.propagation());
  }

  @Test
  void a_driven_attempt_enters_its_context() throws Exception {
    Retry retry = inVirtualTime(fixture.observing.observe(Retry.of(policy)));
    DrivenCall<String> call = fixture.inCaller(() -> retry.driver().start());
    RetryStep step = call.next();
    while (!(step instanceof RetryStep.End)) {
      fixture.time.advance(step.delay());
      step = drive(call, Objects.requireNonNull(call.begin(step)), () -> fetch("7"));
    }
    assertThat(call.outcome().valueOrNull()).isEqualTo("7");
    assertThat(fixture.attempts()).hasSize(3);
  }

  private static RetryStep drive(DrivenCall<String> call, Attempt attempt, Callable<String> send) {
    try (CallContext.Scope scope = call.enter(attempt)) {
      return call.returned(attempt, send.call());
    } catch (Exception failure) {
      return call.failed(attempt, failure);
    }
  }
}
