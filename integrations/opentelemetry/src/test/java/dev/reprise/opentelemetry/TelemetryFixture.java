package dev.reprise.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testing.VirtualTime;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.common.Clock;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.PointData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An SDK in virtual time that keeps spans and metrics in memory. */
final class TelemetryFixture implements AutoCloseable {

  final VirtualTime time = VirtualTime.seeded(1);
  private final LongAdder startedSpans = new LongAdder();
  private final InMemorySpanExporter spans = InMemorySpanExporter.create();
  private final InMemoryMetricReader metrics = InMemoryMetricReader.create();
  final OpenTelemetrySdk sdk =
      OpenTelemetrySdk.builder()
          .setTracerProvider(
              SdkTracerProvider.builder()
                  .setClock(new VirtualClock())
                  .addSpanProcessor(SimpleSpanProcessor.create(spans))
                  .addSpanProcessor(new StartCounter())
                  .build())
          .setMeterProvider(SdkMeterProvider.builder().registerMetricReader(metrics).build())
          .build();
  final RetryTelemetry observing = RetryTelemetry.of(sdk);
  final Span caller = sdk.getTracer("test").spanBuilder("caller").startSpan();
  private final Instant begin = time.wallClock().instant();

  /** Counts the spans that have started, also those that never end. */
  private final class StartCounter implements SpanProcessor {

    @Override
    public void onStart(Context parent, ReadWriteSpan span) {
      startedSpans.increment();
    }

    @Override
    public boolean isStartRequired() {
      return true;
    }

    @Override
    public void onEnd(ReadableSpan span) {}

    @Override
    public boolean isEndRequired() {
      return false;
    }
  }

  private final class VirtualClock implements Clock {

    @Override
    public long now() {
      Instant now = time.wallClock().instant();
      return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }

    @Override
    public long nanoTime() {
      return time.ticks().nanos();
    }
  }

  /** Runs code in the context of the caller. */
  <T extends @Nullable Object> T inCaller(Supplier<T> code) {
    try (Scope scope = caller.makeCurrent()) {
      return code.get();
    }
  }

  /** The ended spans, except that of the caller, in the order of their begin. */
  List<SpanData> spans() {
    return spans.getFinishedSpanItems().stream()
        .filter(span -> !span.getSpanId().equals(caller.getSpanContext().getSpanId()))
        .sorted(
            Comparator.comparing(SpanData::getStartEpochNanos)
                .thenComparing(span -> !span.getName().startsWith("retry"))
                .thenComparing(span -> get(span, SpanAttributes.ATTEMPT, 0L)))
        .toList();
  }

  /** The number of spans that have started, except that of the caller. */
  int startedSpans() {
    return startedSpans.intValue() - 1;
  }

  List<SpanData> spansOf(String verb) {
    return spans().stream().filter(span -> span.getName().startsWith(verb)).toList();
  }

  /** The only span of a call, a child of the caller's. */
  SpanData call() {
    List<SpanData> calls = spansOf("retry ");
    assertThat(calls).hasSize(1);
    SpanData call = calls.get(0);
    assertThat(call.getTraceId()).isEqualTo(caller.getSpanContext().getTraceId());
    assertThat(call.getParentSpanId()).isEqualTo(caller.getSpanContext().getSpanId());
    return call;
  }

  /** The spans of the attempts, all children of the call's. */
  List<SpanData> attempts() {
    SpanData call = call();
    List<SpanData> attempts = spansOf("attempt ");
    assertThat(attempts)
        .allSatisfy(
            attempt -> {
              assertThat(attempt.getTraceId()).isEqualTo(call.getTraceId());
              assertThat(attempt.getParentSpanId()).isEqualTo(call.getSpanId());
            });
    return attempts;
  }

  static <T> T get(SpanData span, AttributeKey<T> key, T otherwise) {
    T value = span.getAttributes().get(key);
    return value == null ? otherwise : value;
  }

  static <T> @Nullable T get(SpanData span, AttributeKey<T> key) {
    return span.getAttributes().get(key);
  }

  /** Begin and end since the fixture was created, in milliseconds: {@code 0-40}. */
  String millis(SpanData span) {
    return millis(span.getStartEpochNanos()) + "-" + millis(span.getEndEpochNanos());
  }

  long millis(long epochNanos) {
    Duration since = Duration.between(begin, Instant.EPOCH.plusNanos(epochNanos));
    return since.toMillis();
  }

  /** The values of a metric by their attributes, such as {@code {outcome="failed"} 1}. */
  Map<String, Number> values(String name) {
    Map<String, Number> values = new TreeMap<>();
    for (MetricData metric : metrics.collectAllMetrics()) {
      if (metric.getName().equals(name)) {
        metric.getData().getPoints().forEach(point -> values.put(text(point), value(point)));
      }
    }
    return values;
  }

  private static String text(PointData point) {
    return point.getAttributes().asMap().entrySet().stream()
        .map(attribute -> attribute.getKey() + "=" + attribute.getValue())
        .collect(Collectors.joining(","));
  }

  private static Number value(PointData point) {
    if (point instanceof LongPointData counter) {
      return counter.getValue();
    }
    return point instanceof DoublePointData gauge
        ? gauge.getValue()
        : ((HistogramPointData) point).getSum();
  }

  List<Double> buckets(String name) {
    return metrics.collectAllMetrics().stream()
        .filter(metric -> metric.getName().equals(name))
        .flatMap(metric -> metric.getHistogramData().getPoints().stream())
        .findFirst()
        .orElseThrow()
        .getBoundaries();
  }

  @Override
  public void close() {
    sdk.close();
  }
}
