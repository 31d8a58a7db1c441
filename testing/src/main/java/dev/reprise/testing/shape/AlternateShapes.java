package dev.reprise.testing.shape;

import static dev.reprise.testing.shape.CallShapes.with;

import dev.reprise.Retry;
import dev.reprise.context.CallContext;
import dev.reprise.function.AttemptOperation;
import dev.reprise.policy.Idempotency;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.shape.CallShape.Form;
import dev.reprise.testing.shape.CallShape.Trait;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The shapes of {@link Retry} with alternates for later attempts, with a context of the caller, and
 * with a key that every attempt reads: calls must have the same outcome as without these features.
 */
final class AlternateShapes {

  private static final Form CALL = CallShapes.blocking("", Set.of(), Retry::call).form();
  private static final Form STAGE = (retry, op, time) -> retry.callAsync(op::stage);
  private static final Form ON_EXECUTOR = (retry, op, time) -> retry.callAsync(op, time.executor());
  private static final Set<Trait> OVERLAPPING = with(CallShapes.ASYNC, Trait.OVERLAPS);

  private AlternateShapes() {}

  static void addTo(List<CallShape> all) {
    addAlternates(all);
    addSurrounded(all);
    addKeyed(all);
  }

  private static void addAlternates(List<CallShape> all) {
    CallShapes.Blocking call = (retry, op) -> retry.callWith(alternating(op));
    Form stage = (retry, op, time) -> retry.callAsyncWith(alternatingStages(op));
    Form onExecutor = (retry, op, time) -> retry.callAsyncWith(alternating(op), time.executor());
    String name = "callWith of alternates";
    String stages = "callAsyncWith of alternates";
    all.add(CallShapes.blocking(name, with(CallShapes.BLOCKING, Trait.SHOWS_ATTEMPT), call));
    all.add(new CallShape(stages, with(CallShapes.STAGES, Trait.SHOWS_ATTEMPT), stage));
    all.add(
        new CallShape(
            stages + " on an executor", with(OVERLAPPING, Trait.SHOWS_ATTEMPT), onExecutor));
    HedgedShapes.addBlocking(all, name, with(HedgedShapes.BLOCKING, Trait.SHOWS_ATTEMPT), call);
    HedgedShapes.add(all, stages, with(HedgedShapes.STAGES, Trait.SHOWS_ATTEMPT), stage);
  }

  private static AttemptOperation<@Nullable Object, Exception> alternating(
      ScriptedOperation<@Nullable Object> op) {
    return AttemptOperation.<@Nullable Object, Exception>ofWith(op::callWith)
        .fromAttemptWith(2, op::callWith)
        .fromAttemptWith(3, op::callWith);
  }

  private static AttemptOperation<CompletableFuture<@Nullable Object>, Exception> alternatingStages(
      ScriptedOperation<@Nullable Object> op) {
    return AttemptOperation.<CompletableFuture<@Nullable Object>, Exception>ofWith(op::stageWith)
        .fromAttemptWith(2, op::stageWith)
        .fromAttemptWith(3, op::stageWith);
  }

  private static void addSurrounded(List<CallShape> all) {
    all.add(surrounded("call", CallShapes.BLOCKING, CALL));
    all.add(surrounded("callAsync", CallShapes.STAGES, STAGE));
    all.add(
        surrounded("callAsync of a blocking operation on an executor", OVERLAPPING, ON_EXECUTOR));
    HedgedShapes.add(
        all,
        "callAsync, in a context",
        HedgedShapes.STAGES,
        surrounded("", Set.of(), STAGE).form());
    HedgedShapes.add(
        all,
        "callAsync of a blocking operation on an executor, in a context",
        HedgedShapes.ON_EXECUTOR,
        surrounded("", Set.of(), ON_EXECUTOR).form());
  }

  /** The caller has a context only while it begins the call. */
  private static CallShape surrounded(String name, Set<Trait> traits, Form form) {
    return new CallShape(
        name + ", in a context",
        traits,
        (retry, op, time) -> {
          ThreadLocal<@Nullable String> local = new ThreadLocal<>();
          local.set("caller");
          try {
            return form.begin(
                retry.withContext(CallContext.of(local::get, local::set, local::remove)), op, time);
          } finally {
            local.remove();
          }
        });
  }

  private static void addKeyed(List<CallShape> all) {
    CallShapes.Blocking call =
        (retry, op) ->
            keyed(retry)
                .callWith(
                    attempt -> {
                      attempt.idempotencyKey();
                      return op.callWith(attempt);
                    });
    Form stage =
        (retry, op, time) ->
            keyed(retry)
                .callAsyncWith(
                    attempt -> {
                      attempt.idempotencyKey();
                      return op.stageWith(attempt);
                    });
    String stages = "callAsyncWith, keyed";
    all.add(
        CallShapes.blocking(
            "callWith, keyed", with(CallShapes.BLOCKING, Trait.SHOWS_ATTEMPT), call));
    all.add(new CallShape(stages, with(CallShapes.STAGES, Trait.SHOWS_ATTEMPT), stage));
    HedgedShapes.add(all, stages, with(HedgedShapes.STAGES, Trait.SHOWS_ATTEMPT), stage);
  }

  /** Allows repetition by the key, unless the policy forbids repetition. */
  private static Retry keyed(Retry retry) {
    return retry.policy().idempotency() == Idempotency.NOT_IDEMPOTENT
        ? retry
        : retry.withPolicy(retry.policy().toBuilder().idempotency(Idempotency.KEYED).build());
  }
}
