package dev.reprise.testing.shape;

import static dev.reprise.testing.shape.CallShapes.with;

import dev.reprise.Fallback;
import dev.reprise.RetryResult;
import dev.reprise.testing.shape.CallShape.Form;
import dev.reprise.testing.shape.CallShape.Trait;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The shapes of {@link dev.reprise.Retry} with a fallback that returns or rethrows the outcome of
 * the call.
 */
final class FallbackShapes {

  static final Fallback<@Nullable Object, Exception> HAND_BACK = RetryResult::valueOrThrow;
  private static final Set<Trait> ON_EXECUTOR = with(CallShapes.ASYNC, Trait.OVERLAPS);

  private static final Form STAGE =
      (retry, op, time) -> retry.callAsyncOrElse(op::stage, HAND_BACK);
  private static final Form BLOCKING_ON_EXECUTOR =
      (retry, op, time) -> retry.callAsyncOrElse(op, time.executor(), HAND_BACK);

  private FallbackShapes() {}

  static void addTo(List<CallShape> all) {
    CallShapes.Blocking call = (retry, op) -> retry.callOrElse(op, HAND_BACK);
    all.add(CallShapes.blocking("callOrElse", CallShapes.BLOCKING, call));
    all.add(
        CallShapes.blocking(
            "callWithOrElse",
            with(CallShapes.BLOCKING, Trait.SHOWS_ATTEMPT),
            (retry, op) -> retry.callWithOrElse(op::callWith, HAND_BACK)));
    addAsync(all);
    HedgedShapes.addBlocking(all, "callOrElse", HedgedShapes.BLOCKING, call);
    HedgedShapes.add(all, "callAsyncOrElse", HedgedShapes.STAGES, STAGE);
    HedgedShapes.add(
        all,
        "callAsyncOrElse of a blocking operation on an executor",
        HedgedShapes.ON_EXECUTOR,
        BLOCKING_ON_EXECUTOR);
  }

  private static void addAsync(List<CallShape> all) {
    all.add(new CallShape("callAsyncOrElse", CallShapes.STAGES, STAGE));
    all.add(
        new CallShape(
            "callAsyncWithOrElse on a direct executor",
            with(CallShapes.STAGES, Trait.SHOWS_ATTEMPT),
            (retry, op, time) ->
                retry.withExecutor(Runnable::run).callAsyncWithOrElse(op::stageWith, HAND_BACK)));
    all.add(
        new CallShape(
            "callAsyncOrElse of a blocking operation on an executor",
            ON_EXECUTOR,
            BLOCKING_ON_EXECUTOR));
    all.add(
        new CallShape(
            "callAsyncWithOrElse of a blocking operation on a direct executor",
            with(CallShapes.ASYNC, Trait.SHOWS_ATTEMPT),
            (retry, op, time) ->
                retry.callAsyncWithOrElse(op::callWith, Runnable::run, HAND_BACK)));
  }
}
