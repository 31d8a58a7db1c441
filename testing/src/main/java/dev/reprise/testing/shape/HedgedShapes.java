package dev.reprise.testing.shape;

import static dev.reprise.testing.shape.CallShapes.with;

import dev.reprise.Retry;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.shape.CallShape.Form;
import dev.reprise.testing.shape.CallShape.Trait;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The shapes of {@link Retry} with a policy that hedges. If a scenario sets no hedge, one is added
 * whose delay is too long to be sent: calls must have the same outcome as without it.
 */
final class HedgedShapes {

  static final Set<Trait> BLOCKING = with(CallShapes.BLOCKING, Trait.HEDGES);
  static final Set<Trait> STAGES = with(CallShapes.STAGES, Trait.HEDGES);
  static final Set<Trait> ON_EXECUTOR = with(CallShapes.ASYNC, Trait.OVERLAPS, Trait.HEDGES);

  private HedgedShapes() {}

  static void addTo(List<CallShape> all) {
    addBlocking(all, "call", BLOCKING, (retry, op) -> retry.call(op));
    addBlocking(
        all,
        "callWith",
        with(BLOCKING, Trait.SHOWS_ATTEMPT),
        (retry, op) -> retry.callWith(op::callWith));
    addBlocking(
        all,
        "execute",
        with(BLOCKING, Trait.RETURNS_RETRY_RESULT),
        (retry, op) -> retry.execute(op));
    addBlocking(
        all,
        "run",
        EnumSet.of(Trait.TIMES_OUT_ATTEMPTS, Trait.HEDGES),
        (retry, op) -> {
          retry.run(op::call);
          return null;
        });
    addBlocking(
        all, "decorateCallable", BLOCKING, (retry, op) -> retry.decorateCallable(op::call).call());
    add(all, "callAsync", STAGES, (retry, op, time) -> retry.callAsync(op::stage));
    add(
        all,
        "callAsyncWith on a direct executor",
        with(STAGES, Trait.SHOWS_ATTEMPT),
        (retry, op, time) -> retry.withExecutor(Runnable::run).callAsyncWith(op::stageWith));
    add(
        all,
        "executeAsync",
        with(STAGES, Trait.RETURNS_RETRY_RESULT),
        (retry, op, time) -> retry.executeAsync(op::stage));
    add(
        all,
        "callAsync of a blocking operation on an executor",
        ON_EXECUTOR,
        (retry, op, time) -> retry.callAsync(op, time.executor()));
    add(
        all,
        "executeAsyncWith of a blocking operation on an executor",
        with(ON_EXECUTOR, Trait.RETURNS_RETRY_RESULT, Trait.SHOWS_ATTEMPT),
        (retry, op, time) -> retry.executeAsyncWith(op::callWith, time.executor()));
  }

  static void addBlocking(
      List<CallShape> all, String name, Set<Trait> traits, CallShapes.Blocking call) {
    Form form = CallShapes.blocking(name, traits, call).form();
    add(
        all,
        name,
        traits,
        (retry, op, time) -> form.begin(retry.withExecutor(time.executor()), op, time));
  }

  static void add(List<CallShape> all, String name, Set<Trait> traits, Form form) {
    all.add(
        new CallShape(
            name + ", hedged", traits, (retry, op, time) -> form.begin(hedged(retry), op, time)));
  }

  /** An operation that must not be repeated cannot be hedged. */
  private static Retry hedged(Retry retry) {
    RetryPolicy policy = retry.policy();
    boolean untouched =
        policy.hedge().isPresent() || policy.idempotency() == Idempotency.NOT_IDEMPOTENT;
    return untouched
        ? retry
        : retry.withPolicy(
            policy.toBuilder()
                .idempotency(Idempotency.IDEMPOTENT)
                .hedge(Hedge.after(Duration.ofHours(10)))
                .build());
  }
}
