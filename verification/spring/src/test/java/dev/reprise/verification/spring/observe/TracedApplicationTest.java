package dev.reprise.verification.spring.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.declared.Retryable;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.verification.spring.Http;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** An application with Micrometer Tracing, its bridge to OpenTelemetry, and Prometheus. */
class TracedApplicationTest {

  @SpringBootConfiguration
  @EnableAutoConfiguration
  @Import({Shop.class, Annotated.class})
  static class Application {

    @Bean
    static SpanProcessor recordSpans() {
      return SimpleSpanProcessor.create(new Recorder());
    }
  }

  /** The first attempt starts on the thread of the request, later ones on that of the retry. */
  static class Annotated {

    @Retryable(name = "orders")
    public CompletableFuture<String> find(Callable<String> order) {
      try {
        return CompletableFuture.completedFuture(order.call());
      } catch (Exception failure) {
        return CompletableFuture.failedFuture(failure);
      }
    }
  }

  @RestController
  static class Shop {

    static final Queue<String> TRACES = new ConcurrentLinkedQueue<>();
    static final Queue<String> OBSERVATIONS = new ConcurrentLinkedQueue<>();

    private final RetryRegistry registry;
    private final ObservationRegistry observations;
    private final Annotated annotated;
    private final ExecutorService pool = Executors.newFixedThreadPool(2);

    Shop(RetryRegistry registry, ObservationRegistry observations, Annotated annotated) {
      this.registry = registry;
      this.observations = observations;
      this.annotated = annotated;
    }

    @GetMapping("/annotated")
    String annotated() {
      int[] failures = {0};
      return annotated.find(() -> attempt(failures)).join();
    }

    @GetMapping("/blocking")
    String blocking() throws IOException {
      int[] failures = {0};
      return registry.retry("orders").call(() -> attempt(failures));
    }

    @GetMapping("/async")
    String async() {
      int[] failures = {0};
      Executor executor = pool;
      Retry orders = registry.retry("orders").withExecutor(executor);
      return orders.callAsync(() -> attempt(failures), executor).join();
    }

    private String attempt(int[] failures) throws IOException {
      TRACES.add(Span.current().getSpanContext().getTraceId());
      Observation current = observations.getCurrentObservation();
      OBSERVATIONS.add(current == null ? "none" : current.getContext().getName());
      if (failures[0]++ < 2) {
        throw new IOException("not yet");
      }
      return "order";
    }
  }

  /** Passes on the spans that have ended; that of a request may end after its response. */
  private static final class Recorder implements SpanExporter {

    @Override
    public CompletableResultCode export(Collection<SpanData> ended) {
      SPANS.addAll(ended);
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode flush() {
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode shutdown() {
      return CompletableResultCode.ofSuccess();
    }
  }

  private static final BlockingQueue<SpanData> SPANS = new LinkedBlockingQueue<>();
  private static final Set<String> REQUESTS = new HashSet<>();
  private static final Pattern TRACE_ID = Pattern.compile("trace_id=\"([0-9a-f]+)\"");
  private static ConfigurableApplicationContext application;

  @BeforeAll
  static void start() {
    application =
        new SpringApplicationBuilder(Application.class)
            .properties(
                "server.port=0",
                "management.endpoints.web.exposure.include=prometheus",
                "management.tracing.sampling.probability=1",
                "reprise.policies.orders=maxAttempts=3 backoff=none within=unlimited")
            .run();
  }

  @AfterAll
  static void stop() {
    application.getBean(Shop.class).pool.shutdown();
    application.close();
  }

  @BeforeEach
  void clear() {
    REQUESTS.addAll(Shop.TRACES);
    SPANS.clear();
    Shop.TRACES.clear();
    Shop.OBSERVATIONS.clear();
  }

  @Test
  void the_attempts_of_a_blocking_call_are_in_the_trace_of_the_request() throws Exception {
    assertThat(get("/blocking")).isEqualTo("order");
    assertOneTrace("/blocking");
  }

  @Test
  void asynchronous_attempts_are_in_the_trace_and_the_observation_of_the_request()
      throws Exception {
    assertThat(get("/async")).isEqualTo("order");
    assertOneTrace("/async");
  }

  @Test
  void attempts_of_an_annotated_bean_are_in_the_trace_of_the_request() throws Exception {
    assertThat(get("/annotated")).isEqualTo("order");
    assertOneTrace("/annotated");
  }

  /**
   * The span of a request ends after its response, so that of an earlier request may come first.
   */
  private static void assertOneTrace(String path) throws InterruptedException {
    List<SpanData> spans = new ArrayList<>();
    do {
      spans.add(SPANS.take());
    } while (!spans.get(spans.size() - 1).getName().equals("http get " + path));
    SpanData request = one(spans, "http get " + path);
    spans.removeIf(span -> !span.getTraceId().equals(request.getTraceId()));
    SpanData call = one(spans, "orders call");
    assertThat(call.getParentSpanId()).isEqualTo(request.getSpanId());
    List<SpanData> attempts =
        spans.stream().filter(span -> span.getName().equals("orders attempt")).toList();
    assertThat(attempts).hasSize(3);
    assertThat(attempts).extracting(SpanData::getParentSpanId).containsOnly(call.getSpanId());
    assertThat(spans).as("no second span of a call or an attempt").hasSize(5);
    assertThat(Shop.TRACES).hasSize(3).containsOnly(request.getTraceId());
    assertThat(Shop.OBSERVATIONS).hasSize(3).containsOnly("reprise.attempt");
  }

  private static SpanData one(List<SpanData> spans, String name) {
    assertThat(spans).filteredOn(span -> span.getName().equals(name)).hasSize(1);
    return spans.stream().filter(span -> span.getName().equals(name)).findAny().orElseThrow();
  }

  /** An exemplar stays for some seconds, so it may be of a request before. */
  @Test
  void prometheus_scrapes_the_metrics_with_exemplars_of_a_trace() {
    get("/blocking");
    REQUESTS.addAll(Shop.TRACES);
    String scrape =
        Http.get(
                application.getEnvironment(),
                "/actuator/prometheus",
                "Accept",
                "application/openmetrics-text;version=1.0.0")
            .body();
    assertThat(scrape.lines())
        .anyMatch(line -> line.startsWith("reprise_calls_total{outcome=\"retried\""))
        .anyMatch(line -> line.startsWith("reprise_budget_level{retry=\"orders\""));
    List<String> exemplars =
        scrape
            .lines()
            .filter(line -> line.startsWith("reprise_call_duration_seconds"))
            .map(TRACE_ID::matcher)
            .filter(Matcher::find)
            .map(match -> match.group(1))
            .toList();
    assertThat(exemplars).isNotEmpty();
    assertThat(REQUESTS).containsAll(exemplars);
  }

  private static String get(String path) {
    return Http.get(application.getEnvironment(), path).body();
  }
}
