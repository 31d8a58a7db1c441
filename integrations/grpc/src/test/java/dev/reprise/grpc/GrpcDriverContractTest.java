package dev.reprise.grpc;

import dev.reprise.Retry;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.VirtualTime;
import dev.reprise.testing.contract.RetryDriverContract;
import dev.reprise.testing.shape.CallShape;
import dev.reprise.testing.shape.CallShape.Trait;
import io.grpc.ClientInterceptors;
import io.grpc.MethodDescriptor;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The retried unary call keeps the contract of all call shapes. */
class GrpcDriverContractTest extends RetryDriverContract {

  @Override
  protected List<CallShape> shapes() {
    Set<Trait> traits =
        EnumSet.of(
            Trait.RETURNS_VALUES,
            Trait.TIMES_OUT_ATTEMPTS,
            Trait.ASYNC,
            Trait.OVERLAPS,
            Trait.STAGES,
            Trait.SHOWS_ATTEMPT);
    Set<Trait> hedged = EnumSet.copyOf(traits);
    hedged.add(Trait.HEDGES);
    return List.of(
        new CallShape("unary call", traits, GrpcDriverContractTest::call),
        new CallShape(
            "hedged unary call",
            hedged,
            (retry, operation, time) -> call(hedged(retry), operation, time)));
  }

  /** Adds a hedge that is never due; an operation that must not be repeated cannot be hedged. */
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

  private static CompletableFuture<?> call(
      Retry retry, ScriptedOperation<@Nullable Object> operation, VirtualTime time) {
    MethodDescriptor<String, Object> method =
        MethodDescriptor.<String, Object>newBuilder(Texts.MARSHALLER, Texts.NO_MARSHALLER)
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName("contract.Service/Call")
            .build();
    GrpcPlanner planner =
        new GrpcPlanner(
            GrpcRetry.of(retry),
            (status, trailers, evidence) ->
                status.getCause() == null ? status.asRuntimeException(trailers) : status.getCause(),
            false);
    return CallFuture.of(
        ClientInterceptors.intercept(
            new ScriptedChannel(operation), new RetryClientInterceptor(planner)),
        method,
        retry.environment()::executor);
  }
}
