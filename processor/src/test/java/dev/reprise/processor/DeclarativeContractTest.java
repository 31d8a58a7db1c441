package dev.reprise.processor;

import dev.reprise.Retry;
import dev.reprise.context.CallContext;
import dev.reprise.hedge.Hedge;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.ScriptedOperation;
import dev.reprise.testing.contract.RetryDriverContract;
import dev.reprise.testing.shape.CallShape;
import dev.reprise.testing.shape.CallShape.Trait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Runs every scenario of the driver contract with proxies and generated classes. */
@Tag("proof")
class DeclarativeContractTest extends RetryDriverContract {

  private static final Logger LOG = Logger.getLogger("dev.reprise");
  private static final Set<Trait> ACTION = EnumSet.of(Trait.TIMES_OUT_ATTEMPTS);
  private static final Set<Trait> VALUE =
      EnumSet.of(Trait.TIMES_OUT_ATTEMPTS, Trait.RETURNS_VALUES);
  private static final Set<Trait> STAGE =
      EnumSet.of(
          Trait.TIMES_OUT_ATTEMPTS,
          Trait.RETURNS_VALUES,
          Trait.ASYNC,
          Trait.OVERLAPS,
          Trait.STAGES);

  /** Each listener that throws is logged once, and the contract has many of them. */
  @BeforeAll
  static void disableLog() {
    LOG.setLevel(Level.OFF);
  }

  @AfterAll
  static void enableLog() {
    LOG.setLevel(null);
  }

  @Override
  protected List<CallShape> shapes() {
    List<CallShape> shapes = new ArrayList<>();
    for (Decorator by : Decorator.values()) {
      shapes.add(blocking(by, "call", VALUE, ScriptedService::call));
      shapes.add(blocking(by, "callWith", VALUE, scripted -> scripted.callWith("1", 2)));
      shapes.add(blocking(by, "callNamed", VALUE, ScriptedService::callNamed));
      shapes.add(
          blocking(
              by,
              "act",
              ACTION,
              scripted -> {
                scripted.act();
                return null;
              }));
      shapes.add(stages(by, "future", ScriptedService::future));
      shapes.add(stages(by, "stage", scripted -> scripted.stage("1")));
      shapes.add(hedged(blocking(by, "call", VALUE, ScriptedService::call)));
      shapes.add(hedged(blocking(by, "callNamed", VALUE, ScriptedService::callNamed)));
      shapes.add(hedged(stages(by, "future", ScriptedService::future)));
      shapes.add(inContext(blocking(by, "callWith", VALUE, call -> call.callWith("1", 2))));
      shapes.add(inContext(stages(by, "stage", scripted -> scripted.stage("1"))));
    }
    return shapes;
  }

  private static CallShape blocking(Decorator by, String name, Set<Trait> traits, Shape shape) {
    return new CallShape(
        by + " " + name,
        traits,
        (retry, operation, time) -> {
          try {
            return CompletableFuture.completedFuture(shape.call(decorated(by, retry, operation)));
          } catch (Throwable failure) {
            return CompletableFuture.failedFuture(failure);
          }
        });
  }

  /** Adds a hedge to a scenario without one; its delay is too long to start it. */
  private static CallShape hedged(CallShape shape) {
    Set<Trait> traits = EnumSet.copyOf(shape.traits());
    traits.add(Trait.HEDGES);
    return new CallShape(
        shape.name() + ", hedged",
        traits,
        (retry, operation, time) ->
            shape.form().begin(hedging(retry).withExecutor(time.executor()), operation, time));
  }

  private static Retry hedging(Retry retry) {
    RetryPolicy policy = retry.policy();
    return policy.hedge().isPresent() || policy.idempotency() == Idempotency.NOT_IDEMPOTENT
        ? retry
        : retry.withPolicy(
            policy.toBuilder()
                .idempotency(Idempotency.IDEMPOTENT)
                .hedge(Hedge.after(Duration.ofHours(10)))
                .build());
  }

  private static CallShape inContext(CallShape shape) {
    return new CallShape(
        shape.name() + ", in a context",
        shape.traits(),
        (retry, operation, time) -> {
          ThreadLocal<String> local = new ThreadLocal<>();
          Retry carrying = retry.withContext(CallContext.of(local::get, local::set, local::remove));
          return shape.form().begin(carrying, operation, time);
        });
  }

  private static CallShape stages(Decorator by, String name, Shape shape) {
    return new CallShape(
        by + " " + name,
        STAGE,
        (retry, operation, time) -> {
          try {
            return (CompletableFuture<?>) shape.call(decorated(by, retry, operation));
          } catch (Exception failure) {
            throw new AssertionError("a stage-returning method threw", failure);
          }
        });
  }

  private static ScriptedService decorated(
      Decorator by, Retry retry, ScriptedOperation<Object> operation) {
    return by.decorate(retry, name -> retry, ScriptedService.class, new Target(operation));
  }

  private interface Shape {
    Object call(ScriptedService scripted) throws Exception;
  }

  private record Target(ScriptedOperation<Object> operation) implements ScriptedService {
    @Override
    public Object call() throws Exception {
      return operation.call();
    }

    @Override
    public Object callWith(String first, int second) throws Exception {
      return operation.call();
    }

    @Override
    public void act() throws Exception {
      operation.call();
    }

    @Override
    public CompletableFuture<Object> future() throws Exception {
      return operation.stage();
    }

    @Override
    public CompletionStage<Object> stage(String first) throws Exception {
      return operation.stage();
    }

    @Override
    public Object callNamed() throws Exception {
      return operation.call();
    }
  }
}
