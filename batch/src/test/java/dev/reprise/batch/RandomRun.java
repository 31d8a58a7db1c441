package dev.reprise.batch;

import dev.reprise.Retry;
import dev.reprise.RetryPolicy;
import dev.reprise.RetryPolicyBuilder;
import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.budget.RetryBudget;
import dev.reprise.testing.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** A run drawn from a seed: settings, input, faults, and what is done to it on the way. */
final class RandomRun {

  /** How the run is called and how its operation answers. */
  enum Shape {
    BLOCKING_CALLER_BLOCKING_CALLS,
    BLOCKING_CALLER_STAGES,
    STARTED_BLOCKING_CALLS,
    STARTED_STAGES
  }

  final VirtualTime time;
  final FaultyTable table;
  final Accounts<Write> accounts = new Accounts<>();
  final List<Write> items;
  final boolean drains;
  final BooksBudget budget;
  private final Shape shape;
  private final Random random;
  private final Batch<Write> batch;
  private final Retry retry;
  private String disturbance = "none";

  private RandomRun(long seed, Shape shape, boolean keyed) {
    this.shape = shape;
    random = new Random(seed * 31 + shape.ordinal());
    time = VirtualTime.seeded(seed);
    table = new FaultyTable(random, time, random.nextDouble());
    int keys = keyed ? 1 + random.nextInt(8) : Integer.MAX_VALUE;
    items =
        IntStream.range(0, random.nextInt(60))
            .mapToObj(i -> new Write(keyed ? random.nextInt(keys) : i, i))
            .toList();
    drains = random.nextBoolean();
    budget =
        new BooksBudget(
            random.nextInt(4) == 0 ? RetryBudget.bucket(10, 5) : RetryBudget.unlimited());
    retry = Retry.of(policy()).withBudget(budget).withEnvironment(time);
    batch = batch(keyed);
  }

  static RandomRun of(long seed, Shape shape) {
    return new RandomRun(seed, shape, seed % 3 == 0);
  }

  static RandomRun keyed(long seed, Shape shape) {
    return new RandomRun(seed, shape, true);
  }

  private RetryPolicy policy() {
    Duration first = Duration.ofMillis(1 + random.nextInt(1_000));
    RetryPolicyBuilder policy =
        RetryPolicy.builder()
            .maxAttempts(1 + random.nextInt(6))
            .forever()
            .backoff(
                random.nextInt(5) == 0
                    ? Backoff.none()
                    : Backoff.exponential(first)
                        .cappedAt(Duration.ofSeconds(5))
                        .jitter(Jitter.full()));
    if (random.nextInt(3) == 0) {
      policy.within(Duration.ofMillis(1 + random.nextInt(20_000)));
    }
    if (random.nextInt(3) == 0) {
      policy.attemptTimeout(Duration.ofMillis(1 + random.nextInt(2_500)));
    }
    return policy.build();
  }

  private Batch<Write> batch(boolean keyed) {
    boolean blocking =
        shape == Shape.BLOCKING_CALLER_BLOCKING_CALLS || shape == Shape.STARTED_BLOCKING_CALLS;
    Batch<Write> made =
        blocking ? Batch.of(retry, table::sendBlocking) : Batch.ofAsync(retry, table::sendAsync);
    made =
        made.chunkSize(1 + random.nextInt(6))
            .parallelism(1 + random.nextInt(4))
            .withListener(accounts);
    if (random.nextInt(3) == 0) {
      made = made.maxWeight(10, write -> write.version() % 12);
    }
    return keyed
        ? made.keyedBy(Write::key, random.nextBoolean() ? SameKey.WAITS : SameKey.REPLACES)
        : made;
  }

  /** Runs it; a run that never ends fails the test. */
  BatchReport<Write> toEnd() {
    boolean caller =
        shape == Shape.BLOCKING_CALLER_BLOCKING_CALLS || shape == Shape.BLOCKING_CALLER_STAGES;
    Duration when = Duration.ofMillis(random.nextInt(5_000));
    int kind = random.nextInt(4);
    if (caller) {
      return runAsCaller(kind, when);
    }
    BatchRun<Write> run = drains ? batch.start(items) : batch.start(items.iterator());
    if (kind == 0) {
      disturbance = "cancel after " + when;
      time.schedule(when, run::cancel);
    } else if (kind == 1) {
      disturbance = "shutdown after " + when;
      time.schedule(when, retry::shutdown);
    }
    BatchReport<Write> report = time.await(run.report()).join();
    time.runUntilIdle();
    return report;
  }

  private BatchReport<Write> runAsCaller(int kind, Duration when) {
    Thread caller = Thread.currentThread();
    if (kind == 0) {
      disturbance = "interrupt after " + when;
      time.schedule(when, caller::interrupt);
    } else if (kind == 1) {
      disturbance = "shutdown after " + when;
      time.schedule(when, retry::shutdown);
    }
    BatchReport<Write> report = drains ? batch.run(items) : batch.run(items.iterator());
    boolean unused = Thread.interrupted();
    time.runUntilIdle();
    unused = Thread.interrupted();
    return report;
  }

  @Override
  public String toString() {
    return shape + " " + retry.policy() + ", " + items + ", " + disturbance;
  }
}
