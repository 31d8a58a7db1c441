package dev.reprise.idempotency.internal.call;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.reprise.idempotency.key.Fingerprint;
import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.idempotency.outcome.GuardedResult;
import dev.reprise.idempotency.outcome.OutcomeCodec;
import dev.reprise.idempotency.store.memory.InMemoryIdempotencyStore;
import dev.reprise.verification.concurrency.ManualEnvironment;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LZI_Result;
import org.openjdk.jcstress.infra.results.ZI_Result;
import org.openjdk.jcstress.infra.results.ZZI_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** {@link Waiters}, and a duplicate in {@link AsyncCall} that waits with them. */
public class WaitersStress {

  private static final String KEY = "key";

  @JCStressTest
  @Description("A waiter that joins before it checks does not miss the end of the holder.")
  @Outcome(id = "false, false", expect = ACCEPTABLE, desc = "the key was free at the check")
  @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "free, and woken without need")
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "held, and woken")
  @Outcome(id = "true, false", expect = FORBIDDEN, desc = "the waiter misses the end")
  @State
  public static class NoEndIsMissed {

    private final Waiters waiters = new Waiters();
    private volatile boolean held = true;
    private Waiters.@Nullable Waiter waiter;

    @Actor
    public void holder() {
      held = false;
      waiters.wake(KEY);
    }

    @Actor
    public void duplicate(ZZ_Result r) {
      waiter = waiters.join(KEY, () -> {});
      r.r1 = held;
    }

    @Arbiter
    public void after(ZZ_Result r) {
      r.r2 = waiter.takeWoken();
    }
  }

  @JCStressTest
  @Description(
      "A waiter that joins while the last one leaves is woken, and nothing is stored for the key.")
  @Outcome(id = "true, 0", expect = ACCEPTABLE, desc = "woken, and the key is removed afterwards")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "the new waiter is not registered")
  @State
  public static class JoinOrLeave {

    private final Waiters waiters = new Waiters();
    private final Waiters.Waiter last = waiters.join(KEY, () -> {});
    private Waiters.@Nullable Waiter next;

    @Actor
    public void leave() {
      waiters.leave(KEY, last);
    }

    @Actor
    public void join() {
      next = waiters.join(KEY, () -> {});
    }

    @Arbiter
    public void after(ZI_Result r) {
      waiters.wake(KEY);
      r.r1 = next.takeWoken();
      waiters.leave(KEY, next);
      r.r2 = waiters.keys();
    }
  }

  @JCStressTest
  @Description("The limit of blocked threads is kept.")
  @Outcome(id = "true, false, 0", expect = ACCEPTABLE, desc = "the first may")
  @Outcome(id = "false, true, 0", expect = ACCEPTABLE, desc = "the second may")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "both or none may, or one more afterwards")
  @State
  public static class BlockedThreadsAreLimited {

    private final Waiters waiters = new Waiters();

    @Actor
    public void one(ZZI_Result r) {
      r.r1 = waiters.tryBlock(1);
    }

    @Actor
    public void another(ZZI_Result r) {
      r.r2 = waiters.tryBlock(1);
    }

    @Arbiter
    public void after(ZZI_Result r) {
      r.r3 = waiters.tryBlock(1) ? 1 : 0;
    }
  }

  @JCStressTest
  @Description(
      "A duplicate that begins to wait while the holder ends gets the outcome, without a timer.")
  @Outcome(id = "paid, true, 0", expect = ACCEPTABLE, desc = "the recorded outcome, run once")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "it still waits, or the operation ran again")
  @State
  public static class TheDuplicateIsWoken {

    private static final IdempotencyKey PAYMENT = IdempotencyKey.of("shop", "pay", "7");
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.EPOCH);

    private final GuardSettings<String> settings =
        GuardSettings.of(
                new InMemoryIdempotencyStore(4, CLOCK), OutcomeFormat.of(OutcomeCodec.string()))
            .withEnvironment(new ManualEnvironment());
    private final CompletableFuture<String> work = new CompletableFuture<>();
    private final CompletableFuture<String> holder = call(work);
    private @Nullable CompletableFuture<String> duplicate;

    private CompletableFuture<String> call(CompletionStage<String> stage) {
      GuardProtocol<String> protocol = new GuardProtocol<>(settings, PAYMENT, Fingerprint.none());
      return new AsyncCall<String, String>(protocol, unused -> stage, TheDuplicateIsWoken::value)
          .start();
    }

    private static String value(GuardedResult<String> result) {
      return ((dev.reprise.classify.Outcome.Returned<String>) result.outcome()).value();
    }

    @Actor
    public void end() {
      work.complete("paid");
    }

    @Actor
    public void duplicate() {
      duplicate = call(CompletableFuture.completedFuture("paid twice"));
    }

    @Arbiter
    public void after(LZI_Result r) {
      r.r1 = duplicate.getNow("waiting");
      r.r2 = holder.isDone();
      r.r3 = settings.waiters().keys();
    }
  }
}
