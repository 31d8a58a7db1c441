package dev.reprise.batch;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.reprise.Retry;
import dev.reprise.batch.internal.run.BatchSettings;
import dev.reprise.batch.internal.run.PushedItems;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.verification.concurrency.ManualEnvironment;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link SenderSubscriber}, between its publisher and the threads of the sender. */
public class SenderSubscriberStress {

  private static final BatchSettings<Integer> SETTINGS =
      BatchSettings.<Integer>blocking(
              Retry.of(RetryPolicy.none()).withEnvironment(new ManualEnvironment()),
              () -> items -> BatchReply.allDone())
          .withChunkSize(16)
          .withParallelism(1);

  @JCStressTest
  @Description(
      "Requests and the cancellation of a subscription do not overlap, and it is cancelled.")
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "one after the other, cancelled once")
  @Outcome(id = ".*", expect = FORBIDDEN, desc = "overlapping calls, or not cancelled once")
  @State
  public static class CallsDoNotOverlap implements Flow.Subscription {

    private final PushedItems<Integer> items = new PushedItems<>(SETTINGS);
    private final SenderSubscriber<Integer> subscriber = new SenderSubscriber<>(items, 1);
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger overlaps = new AtomicInteger();
    private final AtomicInteger cancelled = new AtomicInteger();

    public CallsDoNotOverlap() {
      subscriber.onSubscribe(this);
    }

    @Override
    public void request(long count) {
      enter();
      Thread.onSpinWait();
      inside.decrementAndGet();
    }

    @Override
    public void cancel() {
      enter();
      cancelled.incrementAndGet();
      inside.decrementAndGet();
    }

    private void enter() {
      if (inside.getAndIncrement() != 0) {
        overlaps.incrementAndGet();
      }
    }

    @Actor
    public void publish() {
      for (int i = 0; i < 4; i++) {
        subscriber.onNext(i);
      }
    }

    @Actor
    public void close() {
      items.end(null);
    }

    @Arbiter
    public void after(II_Result r) {
      r.r1 = overlaps.get();
      r.r2 = cancelled.get();
    }
  }
}
