package dev.reprise.testing.faults;

import java.nio.channels.spi.AbstractInterruptibleChannel;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The operation of a trial as its script defines it, blocking or as a stage. */
final class ScriptedWork {

  /** The result of a call: closeable, but never to be closed. */
  static final class Page implements AutoCloseable {

    private final FaultInjector hostile;
    private final AtomicInteger closed = new AtomicInteger();
    private final Part closer;

    Page(FaultInjector hostile, Part closer) {
      this.hostile = hostile;
      this.closer = closer;
    }

    @Override
    public void close() {
      closed.incrementAndGet();
      hostile.run(closer, () -> {});
    }

    int closed() {
      return closed.get();
    }
  }

  private final Script script;
  private final FaultInjector hostile;
  private final TrialRuntime world;
  private final boolean answersLater;
  private final AtomicInteger attempts = new AtomicInteger();
  private final Queue<Page> pages = new ConcurrentLinkedQueue<>();

  ScriptedWork(Script script, FaultInjector hostile, TrialRuntime world, boolean answersLater) {
    this.script = script;
    this.hostile = hostile;
    this.world = world;
    this.answersLater = answersLater;
  }

  int attempts() {
    return attempts.get();
  }

  private Script.Step next() {
    return script.step(attempts.incrementAndGet());
  }

  /**
   * Returns the error in the closing of results, given the result that the call returned, if any.
   */
  String mistake(@Nullable Object returned) {
    for (Page page : pages) {
      int most = page == returned ? 0 : 1;
      if (page.closed() > most) {
        return "a result was closed " + page.closed() + " times, at most " + most + " allowed";
      }
    }
    return "";
  }

  private Page page(Part closer) {
    Page page = new Page(hostile, closer);
    pages.add(page);
    return page;
  }

  /** Returns whether the policy rejects a result. */
  static boolean isRejected(Page page) {
    return page.closer == Part.CLOSER;
  }

  /** Runs a blocking attempt. */
  @Nullable Object call(Part as) throws Exception {
    Script.Step step = next();
    return hostile.<@Nullable Object>at(as, () -> call(step));
  }

  private Object call(Script.Step step) throws Exception {
    if (answersLater) {
      world.work();
    }
    return switch (step) {
      case RETURN -> page(Part.LOSER_CLOSER);
      case RETURN_LATE -> {
        workOnUninterrupted();
        yield page(Part.LOSER_CLOSER);
      }
      case FAIL -> throw new ConnectionReset(hostile);
      case REJECT -> page(Part.CLOSER);
      case HANG -> new FaultyChannel(hostile).hang(world);
    };
  }

  /** Works until another attempt has started, as code that ignores interrupts. */
  private void workOnUninterrupted() {
    boolean interrupted = false;
    for (int i = 0; i < 8 || world.isReal() && attempts.get() < 2; i++) {
      try {
        world.work();
      } catch (InterruptedException ignored) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Starts an attempt that returns a stage. */
  @Nullable CompletionStage<@Nullable Object> stage(Part as) {
    Script.Step step = next();
    return hostile.<@Nullable CompletionStage<@Nullable Object>>at(as, () -> stage(step));
  }

  private CompletionStage<@Nullable Object> stage(Script.Step step) {
    CompletableFuture<@Nullable Object> answer = new CompletableFuture<>();
    Runnable completion =
        switch (step) {
          case RETURN, RETURN_LATE -> () -> answer.complete(page(Part.LOSER_CLOSER));
          case FAIL -> () -> answer.completeExceptionally(new ConnectionReset(hostile));
          case REJECT -> () -> answer.complete(page(Part.CLOSER));
          case HANG -> () -> {};
        };
    Runnable completes = () -> complete(answer, completion);
    if (step == Script.Step.RETURN_LATE) {
      world.later(80, completes);
    } else if (answersLater) {
      world.later(10, completes);
    } else {
      completes.run();
    }
    return new FaultyStage(answer, hostile).asSeenBy(script);
  }

  private void complete(CompletableFuture<@Nullable Object> answer, Runnable completion) {
    try {
      hostile.task(Part.STAGE, completion, Runnable::run);
    } catch (Throwable bug) {
      answer.completeExceptionally(bug);
    }
  }

  /** A channel in which an attempt reads, and which an interrupt closes. */
  private static final class FaultyChannel extends AbstractInterruptibleChannel {

    private final FaultInjector hostile;

    FaultyChannel(FaultInjector hostile) {
      this.hostile = hostile;
    }

    Object hang(TrialRuntime world) throws Exception {
      boolean done = false;
      try {
        begin();
        world.hang();
        done = true;
        throw new AssertionError("returned without an interrupt");
      } finally {
        end(done);
      }
    }

    @Override
    protected void implCloseChannel() {
      hostile.run(Part.CHANNEL, () -> {});
    }
  }
}
