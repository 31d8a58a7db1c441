package dev.reprise.opentelemetry;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.shape.CallShape;
import dev.reprise.testing.shape.CallShape.Trait;
import io.opentelemetry.api.trace.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A call of one shape, of a retry named {@code orders}, whose attempts record their span. */
final class ShapeFixture {

  /** Three attempts, 100 ms apart. */
  static final RetryPolicy POLICY =
      RetryPolicy.builder().maxAttempts(3).backoff(Backoff.fixed(Duration.ofMillis(100))).build();

  final TelemetryFixture telemetry;
  final ScriptedOperation<@Nullable Object> operation;
  final List<Span> current = new ArrayList<>();

  /** Called with the future of the call, when it has begun. */
  Consumer<CompletableFuture<?>> meanwhile = call -> {};

  private final CallShape shape;
  private @Nullable Retry observed;

  private ShapeFixture(CallShape shape, TelemetryFixture telemetry) {
    this.shape = shape;
    this.telemetry = telemetry;
    operation = new ScriptedOperation<>(telemetry.time);
  }

  static void inEveryShape(Consumer<ShapeFixture> scenario) {
    inShapes(shape -> true, scenario);
  }

  static void inShapesWith(Trait trait, Consumer<ShapeFixture> scenario) {
    inShapes(shape -> shape.has(trait), scenario);
  }

  private static void inShapes(Predicate<CallShape> fits, Consumer<ShapeFixture> scenario) {
    for (CallShape shape : CallShape.all().stream().filter(fits).toList()) {
      try (TelemetryFixture telemetry = new TelemetryFixture()) {
        scenario.accept(new ShapeFixture(shape, telemetry));
      } catch (AssertionError failure) {
        throw new AssertionError(shape.name() + ": " + failure.getMessage(), failure);
      }
    }
  }

  static Retry hedgedAfter50Millis(Retry retry) {
    return retry.withPolicy(
        retry.policy().toBuilder()
            .idempotency(Idempotency.IDEMPOTENT)
            .hedge(Hedge.after(Duration.ofMillis(50)))
            .build());
  }

  ShapeFixture fails(int millis, Exception failure) {
    return attempt(
        millis,
        () -> {
          throw failure;
        });
  }

  ShapeFixture returns(int millis, Object value) {
    return attempt(millis, () -> value);
  }

  /** The code of an attempt with a duration runs at its end: stages complete on another thread. */
  private ShapeFixture attempt(int millis, Callable<Object> code) {
    if (millis > 0) {
      operation.takes(Duration.ofMillis(millis));
    }
    operation.runs(
        () -> {
          current.add(Span.current());
          return code.call();
        });
    return this;
  }

  List<String> currentIds() {
    return current.stream().map(span -> span.getSpanContext().getSpanId()).toList();
  }

  /** Makes the call below the caller's span. */
  CompletableFuture<?> call(UnaryOperator<RetryTelemetry> options, UnaryOperator<Retry> settings) {
    Retry plain = Retry.of(POLICY).named("orders").withEnvironment(telemetry.time);
    Retry retry = options.apply(telemetry.observing).observe(settings.apply(plain));
    observed = retry;
    CompletableFuture<?> call =
        telemetry.inCaller(() -> shape.form().begin(retry, operation, telemetry.time));
    meanwhile.accept(call);
    return telemetry.time.await(call);
  }

  CompletableFuture<?> call() {
    return call(options -> options, retry -> retry);
  }

  /** The retry of the call. */
  Retry observed() {
    return Objects.requireNonNull(observed);
  }
}
