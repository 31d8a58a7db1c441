package dev.reprise.batch.internal.run;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.reprise.Retry;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.NotAttemptedException;
import dev.reprise.batch.report.SendResult;
import dev.reprise.batch.report.SenderClosedException;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.time.RetryEnvironment;
import dev.reprise.verification.concurrency.ManualEnvironment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.LI_Result;
import org.openjdk.jcstress.infra.results.L_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * {@link PushedItems}, between the threads that send and the one that coordinates the run. One
 * actor or the arbiter does what the coordinator does: it takes items, settles them and ends the
 * run.
 */
public class PushedItemsStress {

  private static final BatchSettings<Integer> ONE = settings(1, new ManualEnvironment());

  /** An actor repeats a short step, so that the other one meets one of them. */
  private static final int SEVERAL = 4;

  private static final BatchSettings<Integer> ROOM = settings(SEVERAL, new ManualEnvironment());
  private static final String NONE = "none accepted";
  private static final String SETTLED = "settled by the run";

  private static BatchSettings<Integer> settings(int room, RetryEnvironment environment) {
    return BatchSettings.<Integer>blocking(
            Retry.of(RetryPolicy.none()).withEnvironment(environment),
            () -> items -> BatchReply.allDone())
        .withChunkSize(room)
        .withParallelism(1);
  }

  /** Sends items until one is refused. */
  private static List<CompletableFuture<SendResult>> sendSeveral(PushedItems<Integer> items) {
    List<CompletableFuture<SendResult>> accepted = new ArrayList<>(SEVERAL);
    try {
      for (int i = 0; i < SEVERAL; i++) {
        CompletableFuture<SendResult> future = items.trySend(i);
        if (future != null) {
          accepted.add(future);
        }
      }
    } catch (SenderClosedException closed) {
      return accepted;
    }
    return accepted;
  }

  /** Takes an item that was accepted. */
  private static void take(PushedItems<Integer> items) {
    Objects.requireNonNull(items.next());
  }

  /** The common result of accepted items. */
  private static String resultOf(List<CompletableFuture<SendResult>> accepted) {
    String common = NONE;
    for (CompletableFuture<SendResult> future : accepted) {
      if (!future.isDone()) {
        return "pending";
      }
      common = SETTLED;
      if (future.isCompletedExceptionally() && !isNotAttempted(future)) {
        return "lost";
      }
    }
    return common;
  }

  private static boolean isNotAttempted(CompletableFuture<SendResult> future) {
    try {
      future.join();
      return false;
    } catch (CompletionException failure) {
      return failure.getCause() instanceof NotAttemptedException;
    }
  }

  @JCStressTest
  @Description("Items sent while the sender is closed are either refused or settled by the run.")
  @Outcome(id = SETTLED, expect = ACCEPTABLE, desc = "at least one was accepted before the end")
  @Outcome(id = NONE, expect = ACCEPTABLE, desc = "closed first")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "accepted, and not settled by the run")
  @State
  public static class SettledOrRefused {

    private final PushedItems<Integer> items = new PushedItems<>(ROOM);
    private List<CompletableFuture<SendResult>> accepted = List.of();

    @Actor
    public void send() {
      accepted = sendSeveral(items);
    }

    @Actor
    public void close() {
      items.end(null);
      long position = 0;
      while (items.next() != null) {
        items.settled(position++, SendResult.DONE);
      }
      items.runEnded(null);
    }

    @Arbiter
    public void after(L_Result r) {
      r.r1 = resultOf(accepted);
    }
  }

  @JCStressTest
  @Description(
      "Items sent while the run is stopped are either refused or reported as not attempted.")
  @Outcome(id = SETTLED, expect = ACCEPTABLE, desc = "at least one was accepted before the end")
  @Outcome(id = NONE, expect = ACCEPTABLE, desc = "stopped first")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "accepted, and not settled by the run")
  @State
  public static class NotAttemptedOrRefused {

    private final PushedItems<Integer> items = new PushedItems<>(ROOM);
    private List<CompletableFuture<SendResult>> accepted = List.of();

    @Actor
    public void send() {
      accepted = sendSeveral(items);
    }

    @Actor
    public void stop() {
      items.stop(StopReason.CANCELLED, null);
      long position = 0;
      while (items.hasUntaken() && items.next() != null) {
        items.notAttempted(position++, null);
      }
      items.runEnded(null);
    }

    @Arbiter
    public void after(L_Result r) {
      r.r1 = resultOf(accepted);
    }
  }

  @JCStressTest
  @Description("Two threads send an item and there is room for one: one item is accepted.")
  @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "the first is accepted")
  @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "the second is accepted")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "more items than room, or none")
  @State
  public static class TheLastRoomGoesToOne {

    private final PushedItems<Integer> items = new PushedItems<>(ONE);

    @Actor
    public void one(ZZ_Result r) {
      r.r1 = items.trySend(1) != null;
    }

    @Actor
    public void another(ZZ_Result r) {
      r.r2 = items.trySend(2) != null;
    }
  }

  @JCStressTest
  @Description("Tasks that wait for room run once, even if the run gets room at the same time.")
  @Outcome(id = "4", expect = ACCEPTABLE, desc = "all ran")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "one waits although there is room, or ran twice")
  @State
  public static class NoRoomIsMissed {

    private final PushedItems<Integer> items = new PushedItems<>(ONE);
    private final AtomicInteger told = new AtomicInteger();

    public NoRoomIsMissed() {
      items.push(0);
      take(items);
    }

    @Actor
    public void run() {
      items.settled(0, SendResult.DONE);
      items.roomFor(1);
    }

    @Actor
    public void await() {
      for (int i = 0; i < SEVERAL; i++) {
        items.whenRoom(told::incrementAndGet);
      }
    }

    @Arbiter
    public void after(I_Result r) {
      r.r1 = told.get();
    }
  }

  @JCStressTest
  @Description(
      "A thread that is interrupted while it waits for room throws, or its item is accepted.")
  @Outcome(id = "accepted, 1", expect = ACCEPTABLE, desc = "the room came first")
  @Outcome(id = "interrupted, 0", expect = ACCEPTABLE, desc = "the interrupt came first")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "it throws and the item is accepted")
  @State
  public static class InterruptedOrAccepted {

    private volatile boolean interrupted;
    private final PushedItems<Integer> items =
        new PushedItems<>(settings(1, new ManualEnvironment(this::sleep, Runnable::run)));

    public InterruptedOrAccepted() {
      items.push(0);
      take(items);
    }

    /** The interrupt of a sleep; the threads of jcstress must not be interrupted. */
    private void sleep(long nanos) throws InterruptedException {
      if (interrupted) {
        throw new InterruptedException();
      }
    }

    @Actor
    public void send(LI_Result r) {
      try {
        items.send(1);
        r.r1 = "accepted";
      } catch (InterruptedException thrown) {
        r.r1 = "interrupted";
      }
    }

    @Actor
    public void interrupt() {
      items.roomFor(1);
      interrupted = true;
    }

    @Arbiter
    public void after(LI_Result r) {
      items.end(null);
      while (items.next() != null) {
        r.r2++;
      }
    }
  }

  @JCStressTest
  @Description("Each flush ends, even if the last item is settled at the same time.")
  @Outcome(id = "true", expect = ACCEPTABLE, desc = "they ended")
  @Outcome(id = "false", expect = FORBIDDEN, desc = "one waits for an item that is settled")
  @State
  public static class AFlushEnds {

    private final PushedItems<Integer> items = new PushedItems<>(ONE);
    private final List<CompletableFuture<?>> flushes = new ArrayList<>(SEVERAL);

    public AFlushEnds() {
      items.push(0);
      take(items);
    }

    @Actor
    public void settle() {
      items.settled(0, SendResult.DONE);
    }

    @Actor
    public void flush() {
      for (int i = 0; i < SEVERAL; i++) {
        flushes.add(items.flush());
      }
    }

    @Arbiter
    public void after(Z_Result r) {
      r.r1 = flushes.stream().allMatch(CompletableFuture::isDone);
    }
  }

  @JCStressTest
  @Description("Items whose actions end at the same time all return their room.")
  @Outcome(id = "8", expect = ACCEPTABLE, desc = "room for as many items as before")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "room was lost, or returned twice")
  @State
  public static class TheRoomOfActionsReturns {

    private final List<Runnable> completions = new ArrayList<>();
    private final PushedItems<Integer> items =
        new PushedItems<>(
            settings(2 * SEVERAL, new ManualEnvironment(nanos -> {}, completions::add)));

    public TheRoomOfActionsReturns() {
      for (int position = 0; position < 2 * SEVERAL; position++) {
        items.push(position);
        take(items);
        items.settled(position, SendResult.DONE);
      }
      items.roomFor(2 * SEVERAL);
    }

    @Actor
    public void one() {
      completions.subList(0, SEVERAL).forEach(Runnable::run);
    }

    @Actor
    public void another() {
      completions.subList(SEVERAL, 2 * SEVERAL).forEach(Runnable::run);
    }

    @Arbiter
    public void after(I_Result r) {
      while (items.trySend(1) != null) {
        r.r1++;
      }
    }
  }

  @JCStressTest
  @Description(
      "An action sends again while another thread sends: the room of its item goes to one.")
  @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "the action gets it")
  @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "the other thread gets it")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "more items than room, or none")
  @State
  public static class AnActionSendsAgain {

    private final PushedItems<Integer> items = new PushedItems<>(ONE);
    private boolean again;

    public AnActionSendsAgain() {
      Objects.requireNonNull(items.trySend(0)).thenRun(() -> again = items.trySend(1) != null);
      take(items);
      items.roomFor(1);
    }

    @Actor
    public void settle(ZZ_Result r) {
      items.settled(0, SendResult.DONE);
      r.r1 = again;
    }

    @Actor
    public void send(ZZ_Result r) {
      r.r2 = items.trySend(2) != null;
    }
  }
}
