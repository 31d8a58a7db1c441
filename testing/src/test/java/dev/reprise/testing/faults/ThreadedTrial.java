package dev.reprise.testing.faults;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.backoff.Backoff;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.faults.CallEnd.What;
import dev.reprise.testing.faults.FaultInjector.Fault;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** Runs a trial on real threads, where parts can block, and returns the errors. */
final class ThreadedTrial {

  private final List<String> mistakes = new ArrayList<>();
  private final List<Fault> faults;
  private final ThreadedRuntime world = new ThreadedRuntime();
  private final Trial trial;
  private final CompletableFuture<CompletableFuture<?>> begun = new CompletableFuture<>();
  private volatile boolean interruptedAfter;

  ThreadedTrial(Shape shape, Script script, Setup setup, List<Fault> faults) {
    this.faults = faults;
    trial = new Trial(shape, script, setup, world, faults);
  }

  boolean hasStruck() {
    return trial.hostile.hasStruck();
  }

  /** Makes the call, and checks while a part blocks that other calls are not affected. */
  List<String> run() {
    Thread caller = ThreadedRuntime.daemon(this::call, "hostile-caller");
    try (world) {
      caller.start();
      CompletableFuture<?> over = begun.thenCompose(call -> call.handle((value, failure) -> value));
      boolean blocks =
          faults.stream().anyMatch(fault -> fault.misbehaviour() == Misbehaviour.BLOCKS);
      if (blocks && world.awaitBlocked(blocksLater() ? new CompletableFuture<>() : over)) {
        checkOthers();
      }
      world.release();
      end(over);
      ThreadedRuntime.await(() -> !caller.isAlive());
      settle();
    } catch (Throwable failure) {
      mistakes.add(FailureText.of(failure) + "\n    books " + trial.books + stackOf(caller));
    }
    return mistakes.stream().map(mistake -> trial + " " + faults + ": " + mistake).toList();
  }

  /** A shutdown ends the call before it runs its actions. */
  private boolean blocksLater() {
    return trial.hostile.involves(Part.ON_SHUTDOWN) && trial.script.event == Script.Event.SHUT_DOWN;
  }

  private static String stackOf(Thread caller) {
    StringBuilder text = new StringBuilder("\n    caller");
    for (StackTraceElement frame : caller.getStackTrace()) {
      text.append("\n      at ").append(frame);
    }
    return text.toString();
  }

  private void call() {
    try {
      CompletableFuture<?> call = trial.begin();
      interruptedAfter = Thread.interrupted() && !trial.isInterrupted();
      begun.complete(call);
    } catch (Throwable failure) {
      begun.completeExceptionally(failure);
    }
  }

  /** Ends the call; a call that may wait forever is cancelled. */
  private void end(CompletableFuture<?> over) throws Exception {
    if (faults.stream().anyMatch(fault -> AllowedEnds.mayWaitForEver(fault, trial))
        && trial.shape.isAsync()) {
      ThreadedRuntime.await(() -> begun.isDone() && hasStruck() || over.isDone());
      boolean unused = begun.get().cancel(true);
    }
    world.await(over);
    trial.hostile.disarm();
    CallEnd end = CallEnd.of(trial, begun.get());
    if (faults.get(0).misbehaviour() == Misbehaviour.BLOCKS
        && end.what() != What.VALUE
        && end.what() != What.FAILURE) {
      mistakes.add("ended as " + end);
    }
    trial.hostile.arm();
  }

  private void settle() throws InterruptedException {
    ThreadedRuntime.await(() -> trial.books.mistake().isEmpty());
    ThreadedRuntime.await(() -> trial.retry().state().view().retrying() == 0);
    if (!world.ends()) {
      mistakes.add("a thread of the executor does not end");
    }
    trial.hostile.disarm();
    trial.hostile.onTimer().forEach(part -> mistakes.add(part + " ran on the timer's thread"));
    world.escaped().forEach(failure -> mistakes.add("a task threw " + FailureText.of(failure)));
    if (interruptedAfter) {
      mistakes.add("an interrupt is left behind");
    }
    if (trial.cancelFailure() != null) {
      mistakes.add("cancel threw " + FailureText.of(trial.cancelFailure()));
    }
    try {
      trial.recorder.assertGrammar();
    } catch (AssertionError broken) {
      mistakes.add(FailureText.of(broken));
    }
  }

  /** Makes independent calls: one with an attempt timeout, one with a pause. */
  private void checkOthers() throws Exception {
    RetryPolicy policy =
        RetryPolicy.builder()
            .maxAttempts(2)
            .attemptTimeout(Duration.ofMillis(1))
            .backoff(Backoff.fixed(Duration.ofNanos(100_000)))
            .build();
    Retry others = Retry.of(policy).withExecutor(world.executor());
    CompletableFuture<@Nullable RetryResult<?>> blocking = new CompletableFuture<>();
    world
        .executor()
        .execute(
            () ->
                blocking.complete(
                    others.execute(
                        () -> {
                          new CountDownLatch(1).await();
                          return null;
                        })));
    CompletableFuture<RetryResult<Object>> waiting =
        others.executeAsync(() -> CompletableFuture.failedFuture(new IOException("reset")));
    ThreadedRuntime.await(() -> blocking.isDone() && waiting.isDone());
    if (blocking.join().stopReason() != StopReason.ATTEMPTS
        || waiting.join().stopReason() != StopReason.ATTEMPTS) {
      mistakes.add("another call ended as " + blocking.join() + ", " + waiting.join());
    }
  }
}
