package dev.reprise.verification.spring.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.micrometer.RetryAttemptContext;
import dev.reprise.micrometer.RetryCallContext;
import dev.reprise.registry.RetryRegistry;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

class ObserveSwitchesTest {

  private static final ContextKey<String> TENANT = ContextKey.named("tenant");

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Automatic {}

  private final InMemorySpanExporter spans = InMemorySpanExporter.create();

  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withUserConfiguration(Automatic.class)
          .withPropertyValues(
              "management.tracing.sampling.probability=1",
              "reprise.policies.orders=maxAttempts=2 backoff=none within=unlimited");

  private final ApplicationContextRunner traced =
      application
          .withBean(SpanProcessor.class, () -> SimpleSpanProcessor.create(spans))
          .withBean(MeterRegistry.class, SimpleMeterRegistry::new);

  /** With an SDK of OpenTelemetry, but without Micrometer Tracing. */
  private final ApplicationContextRunner withoutBridge =
      application
          .withClassLoader(new FilteredClassLoader("io.micrometer.tracing"))
          .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
          .withBean(
              OpenTelemetry.class,
              () ->
                  OpenTelemetrySdk.builder()
                      .setTracerProvider(
                          SdkTracerProvider.builder()
                              .addSpanProcessor(SimpleSpanProcessor.create(spans))
                              .build())
                      .build());

  @Test
  void with_the_bridge_observations_make_the_spans() {
    traced.run(
        context -> {
          callTwice(context);
          assertThat(names())
              .containsExactlyInAnyOrder("orders attempt", "orders attempt", "orders call");
        });
  }

  @Test
  void without_the_bridge_spans_are_those_of_opentelemetry() {
    withoutBridge.run(
        context -> {
          callTwice(context);
          assertThat(names())
              .containsExactlyInAnyOrder("attempt orders", "attempt orders", "retry orders");
          assertThat(context.getBean(MeterRegistry.class).find("reprise.call").timer()).isNull();
        });
  }

  @Test
  @Tag("same-on-each-boot")
  void without_observations_spans_are_those_of_opentelemetry() {
    traced
        .withPropertyValues("reprise.observations.enabled=false")
        .run(
            context -> {
              callTwice(context);
              assertThat(names())
                  .containsExactlyInAnyOrder("attempt orders", "attempt orders", "retry orders");
            });
  }

  @Test
  @Tag("same-on-each-boot")
  void spans_can_be_switched_off_without_losing_the_context() {
    traced
        .withPropertyValues("reprise.observations.enabled=false", "reprise.traces.enabled=false")
        .run(
            context -> {
              assertThat(callTwice(context)).containsExactly("acme", "acme");
              assertThat(names()).isEmpty();
            });
  }

  @Test
  @Tag("same-on-each-boot")
  void attempts_have_the_context_without_any_sdk() {
    application
        .withClassLoader(new FilteredClassLoader("io.micrometer", "io.opentelemetry.sdk"))
        .run(context -> assertThat(callTwice(context)).containsExactly("acme", "acme"));
  }

  @Test
  @Tag("same-on-each-boot")
  void the_policy_default_has_meters_from_its_first_call_and_each_other_from_the_start() {
    application
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .run(
            context -> {
              MeterRegistry meters = context.getBean(MeterRegistry.class);
              RetryRegistry retries = context.getBean(RetryRegistry.class);
              assertThat(meters.find("reprise.calls").tag("retry", "orders").meters()).hasSize(3);
              assertThat(meters.find("reprise.calls").tag("retry", "default").meters()).isEmpty();
              retries.retry("default").call(() -> "page");
              assertThat(
                      meters
                          .get("reprise.calls")
                          .tags("retry", "default", "outcome", "first_attempt")
                          .functionCounter()
                          .count())
                  .isEqualTo(1);
            });
  }

  @Test
  void an_observation_that_would_only_be_a_timer_is_not_made() {
    application
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .withPropertyValues("management.tracing.enabled=false")
        .withClassLoader(new FilteredClassLoader("io.micrometer.tracing"))
        .run(
            context -> {
              callTwice(context);
              MeterRegistry meters = context.getBean(MeterRegistry.class);
              assertThat(meters.find("reprise.call").meters()).isEmpty();
              assertThat(
                      meters
                          .get("reprise.calls")
                          .tags("retry", "orders", "outcome", "retried")
                          .counter()
                          .count())
                  .isEqualTo(1);
            });
  }

  @Test
  @Tag("same-on-each-boot")
  void an_observation_is_made_for_a_handler_of_the_application() {
    List<String> started = Collections.synchronizedList(new ArrayList<>());
    application
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .withClassLoader(new FilteredClassLoader("io.micrometer.tracing"))
        .withBean(ObservationHandler.class, () -> new Names(started))
        .run(
            context -> {
              callTwice(context);
              assertThat(started)
                  .containsExactly("reprise.call", "reprise.attempt", "reprise.attempt");
            });
  }

  private record Names(List<String> started) implements ObservationHandler<Observation.Context> {

    @Override
    public void onStart(Observation.Context context) {
      started.add(context.getName());
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
      return context instanceof RetryCallContext || context instanceof RetryAttemptContext;
    }
  }

  @Test
  void metrics_can_be_switched_off() {
    traced
        .withPropertyValues("reprise.metrics.enabled=false", "reprise.observations.enabled=false")
        .run(
            context -> {
              callTwice(context);
              assertThat(context.getBean(MeterRegistry.class).getMeters())
                  .extracting(Meter::getId)
                  .extracting(Meter.Id::getName)
                  .noneMatch(name -> name.startsWith("reprise"));
            });
  }

  @Test
  @Tag("same-on-each-boot")
  void classes_of_exceptions_and_times_of_first_attempts_can_be_switched_on() {
    traced
        .withPropertyValues(
            "reprise.metrics.exception-classes=true", "reprise.metrics.first-attempt-times=true")
        .run(
            context -> {
              callTwice(context);
              String unused = context.getBean(RetryRegistry.class).retry("orders").call(() -> "");
              MeterRegistry meters = context.getBean(MeterRegistry.class);
              assertThat(
                      meters
                          .get("reprise.attempts.failed")
                          .tag("exception", "IOException")
                          .counter()
                          .count())
                  .isEqualTo(1);
              assertThat(
                      meters
                          .get("reprise.call.duration")
                          .tags("retry", "orders", "outcome", "first_attempt")
                          .timer()
                          .count())
                  .isEqualTo(1);
            });
  }

  /** Retries once, on two threads; returns the tenant that each attempt saw. */
  private static List<String> callTwice(BeanFactory context) {
    List<String> tenants = Collections.synchronizedList(new ArrayList<>());
    CompletableFuture<String> future;
    try (Scope scope = Context.current().with(TENANT, "acme").makeCurrent()) {
      future =
          context
              .getBean(RetryRegistry.class)
              .retry("orders")
              .callAsync(
                  () -> {
                    tenants.add(String.valueOf(Context.current().get(TENANT)));
                    if (tenants.size() == 1) {
                      throw new IOException("not yet");
                    }
                    return "order";
                  },
                  task -> new Thread(task).start());
    }
    assertThat(future.join()).isEqualTo("order");
    return tenants;
  }

  private List<String> names() {
    return spans.getFinishedSpanItems().stream().map(SpanData::getName).toList();
  }
}
