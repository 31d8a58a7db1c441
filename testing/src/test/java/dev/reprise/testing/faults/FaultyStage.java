package dev.reprise.testing.faults;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** A future that may reject dependents or cancellation. */
final class FaultyStage extends CompletableFuture<@Nullable Object> {

  private final CompletableFuture<@Nullable Object> answer;
  private final FaultInjector hostile;
  private boolean stubborn;

  FaultyStage(CompletableFuture<@Nullable Object> answer, FaultInjector hostile) {
    this.answer = answer;
    this.hostile = hostile;
  }

  /** Returns the plain future if it is not faulty: drivers treat that one specially. */
  CompletionStage<@Nullable Object> asSeenBy(Script script) {
    boolean needed =
        script == Script.LOSER_ANSWERS_LATE
            || hostile.involves(Part.STAGE_HANDLE)
            || hostile.involves(Part.STAGE_CANCEL)
            || hostile.involves(Part.STAGE);
    stubborn = script == Script.LOSER_ANSWERS_LATE;
    return needed ? this : answer;
  }

  @Override
  public <U> CompletableFuture<U> handle(
      BiFunction<? super @Nullable Object, Throwable, ? extends U> heard) {
    return hostile.at(
        Part.STAGE_HANDLE,
        () -> {
          if (!hostile.is(Part.STAGE, Misbehaviour.RUNS_TWICE)) {
            return answer.handle(heard);
          }
          answer.handle(heard);
          return answer.handle(heard);
        });
  }

  @Override
  public CompletableFuture<@Nullable Object> toCompletableFuture() {
    return hostile.at(Part.STAGE_CANCEL, () -> stubborn ? new CompletableFuture<>() : answer);
  }

  @Override
  public Executor defaultExecutor() {
    return answer.defaultExecutor();
  }
}
