package dev.reprise.testing.shape;

import dev.reprise.Retry;
import dev.reprise.RetryCall;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.internal.UncheckedThrow;
import dev.reprise.testing.shape.CallShape.Form;
import dev.reprise.testing.shape.CallShape.Trait;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The call shapes of {@link Retry} itself. */
final class CallShapes {

  private static final Executor DIRECT = Runnable::run;

  static final Set<Trait> BLOCKING = EnumSet.of(Trait.RETURNS_VALUES, Trait.TIMES_OUT_ATTEMPTS);
  static final Set<Trait> ASYNC = with(BLOCKING, Trait.ASYNC);
  static final Set<Trait> STAGES = with(ASYNC, Trait.OVERLAPS, Trait.STAGES);
  private static final Set<Trait> NOTHING_RETURNED = EnumSet.of(Trait.TIMES_OUT_ATTEMPTS);

  static final List<CallShape> ALL = all();

  private CallShapes() {}

  private static List<CallShape> all() {
    List<CallShape> all = new ArrayList<>();
    addBlocking(all);
    addDecorated(all);
    addToken(all);
    addStages(all);
    addOnExecutor(all);
    HedgedShapes.addTo(all);
    FallbackShapes.addTo(all);
    BackupShapes.addTo(all);
    AlternateShapes.addTo(all);
    DrivenShapes.addTo(all);
    return List.copyOf(all);
  }

  private static void addBlocking(List<CallShape> all) {
    all.add(blocking("call", BLOCKING, (retry, op) -> retry.call(op)));
    all.add(
        blocking(
            "callWith",
            with(BLOCKING, Trait.SHOWS_ATTEMPT),
            (retry, op) -> retry.callWith(op::callWith)));
    all.add(
        blocking(
            "run",
            NOTHING_RETURNED,
            (retry, op) -> {
              retry.run(op::call);
              return null;
            }));
    all.add(
        blocking(
            "runWith",
            with(NOTHING_RETURNED, Trait.SHOWS_ATTEMPT),
            (retry, op) -> {
              retry.runWith(op::callWith);
              return null;
            }));
    all.add(
        blocking(
            "execute",
            with(BLOCKING, Trait.RETURNS_RETRY_RESULT),
            (retry, op) -> retry.execute(op)));
    all.add(
        blocking(
            "executeWith",
            with(BLOCKING, Trait.RETURNS_RETRY_RESULT, Trait.SHOWS_ATTEMPT),
            (retry, op) -> retry.executeWith(op::callWith)));
  }

  private static void addDecorated(List<CallShape> all) {
    all.add(
        blocking(
            "decorateCallable", BLOCKING, (retry, op) -> retry.decorateCallable(op::call).call()));
    all.add(
        blocking(
            "decorateSupplier",
            BLOCKING,
            (retry, op) -> retry.decorateSupplier(() -> sneaky(op::call)).get()));
    all.add(
        blocking(
            "decorateFunction",
            BLOCKING,
            (retry, op) ->
                retry.decorateFunction((String same) -> sneaky(op::call)).apply("same")));
    all.add(
        blocking(
            "decorateBiFunction",
            BLOCKING,
            (retry, op) ->
                retry
                    .decorateBiFunction((String one, String other) -> sneaky(op::call))
                    .apply("one", "other")));
    all.add(
        blocking(
            "decorateRunnable",
            NOTHING_RETURNED,
            (retry, op) -> {
              retry.decorateRunnable(() -> sneaky(op::call)).run();
              return null;
            }));
    all.add(
        blocking(
            "decorateConsumer",
            NOTHING_RETURNED,
            (retry, op) -> {
              retry.decorateConsumer((String same) -> sneaky(op::call)).accept("same");
              return null;
            }));
    all.add(
        blocking("decorateOperation", BLOCKING, (retry, op) -> retry.decorateOperation(op).call()));
  }

  private static void addToken(List<CallShape> all) {
    all.add(
        blocking(
            "begin, returned, failed",
            EnumSet.of(Trait.RETURNS_VALUES, Trait.SHOWS_ATTEMPT),
            CallShapes::byReturned));
    all.add(
        blocking("begin, succeeded, failed", EnumSet.noneOf(Trait.class), CallShapes::bySucceeded));
  }

  private static @Nullable Object byReturned(Retry retry, ScriptedOperation<@Nullable Object> op)
      throws Throwable {
    try (RetryCall call = retry.begin()) {
      while (true) {
        Object result;
        try {
          result = op.callWith(call.attempt());
        } catch (Throwable failure) {
          call.failed(failure);
          continue;
        }
        if (call.returned(result)) {
          return result;
        }
      }
    }
  }

  private static @Nullable Object bySucceeded(Retry retry, ScriptedOperation<@Nullable Object> op)
      throws Throwable {
    try (RetryCall call = retry.begin()) {
      while (true) {
        try {
          op.call();
          call.succeeded();
          return null;
        } catch (Throwable failure) {
          call.failed(failure);
        }
      }
    }
  }

  private static void addStages(List<CallShape> all) {
    addStages(all, "callAsync", STAGES, (retry, op, time) -> retry.callAsync(op::stage));
    all.add(
        new CallShape(
            "callAsync of plain futures",
            STAGES,
            (retry, op, time) -> retry.callAsync(() -> plain(op))));
    addStages(
        all,
        "callAsyncWith",
        with(STAGES, Trait.SHOWS_ATTEMPT),
        (retry, op, time) -> retry.callAsyncWith(op::stageWith));
    addStages(
        all,
        "executeAsync",
        with(STAGES, Trait.RETURNS_RETRY_RESULT),
        (retry, op, time) -> retry.executeAsync(op::stage));
    addStages(
        all,
        "executeAsyncWith",
        with(STAGES, Trait.RETURNS_RETRY_RESULT, Trait.SHOWS_ATTEMPT),
        (retry, op, time) -> retry.executeAsyncWith(op::stageWith));
    addStages(
        all,
        "decorateAsync",
        STAGES,
        (retry, op, time) -> retry.decorateAsync(() -> sneaky(op::stage)).get());
    addStages(
        all,
        "decorateAsyncFunction",
        STAGES,
        (retry, op, time) ->
            retry.decorateAsyncFunction((String same) -> sneaky(op::stage)).apply("same"));
  }

  /** A driver may use a future that is already complete without an intermediate step. */
  private static CompletableFuture<@Nullable Object> plain(
      ScriptedOperation<@Nullable Object> operation) throws Exception {
    CompletableFuture<@Nullable Object> stage =
        Objects.requireNonNull(operation.stage(), DriverLoop.NO_STAGE);
    return stage.isDone() && !stage.isCompletedExceptionally()
        ? CompletableFuture.completedFuture(stage.join())
        : stage;
  }

  private static void addStages(List<CallShape> all, String name, Set<Trait> traits, Form form) {
    all.add(new CallShape(name, traits, form));
    all.add(
        new CallShape(
            name + " on a direct executor",
            traits,
            (retry, op, time) -> form.begin(retry.withExecutor(DIRECT), op, time)));
  }

  private static void addOnExecutor(List<CallShape> all) {
    addOnExecutor(all, "an executor", with(ASYNC, Trait.OVERLAPS), VirtualTime::executor);
    addOnExecutor(all, "a direct executor", ASYNC, time -> DIRECT);
  }

  private static void addOnExecutor(
      List<CallShape> all, String where, Set<Trait> traits, Function<VirtualTime, Executor> on) {
    addOnExecutor(
        all, "callAsync", where, traits, (retry, op, time) -> retry.callAsync(op, on.apply(time)));
    addOnExecutor(
        all,
        "callAsyncWith",
        where,
        with(traits, Trait.SHOWS_ATTEMPT),
        (retry, op, time) -> retry.callAsyncWith(op::callWith, on.apply(time)));
    addOnExecutor(
        all,
        "executeAsync",
        where,
        with(traits, Trait.RETURNS_RETRY_RESULT),
        (retry, op, time) -> retry.executeAsync(op, on.apply(time)));
    addOnExecutor(
        all,
        "executeAsyncWith",
        where,
        with(traits, Trait.RETURNS_RETRY_RESULT, Trait.SHOWS_ATTEMPT),
        (retry, op, time) -> retry.executeAsyncWith(op::callWith, on.apply(time)));
  }

  private static void addOnExecutor(
      List<CallShape> all, String name, String where, Set<Trait> traits, Form form) {
    all.add(new CallShape(name + " of a blocking operation on " + where, traits, form));
  }

  static CallShape blocking(String name, Set<Trait> traits, Blocking call) {
    return new CallShape(
        name,
        traits,
        (retry, operation, time) -> {
          try {
            return CompletableFuture.completedFuture(call.call(retry, operation));
          } catch (Throwable failure) {
            return CompletableFuture.failedFuture(failure);
          }
        });
  }

  static Set<Trait> with(Set<Trait> traits, Trait... more) {
    Set<Trait> all = EnumSet.copyOf(traits);
    all.addAll(List.of(more));
    return all;
  }

  private static <T extends @Nullable Object> T sneaky(Callable<T> callable) {
    try {
      return callable.call();
    } catch (Exception failure) {
      throw UncheckedThrow.throwing(failure);
    }
  }

  /** A shape that blocks until the call has ended. */
  @FunctionalInterface
  interface Blocking {
    @Nullable Object call(Retry retry, ScriptedOperation<@Nullable Object> operation)
        throws Throwable;
  }
}
