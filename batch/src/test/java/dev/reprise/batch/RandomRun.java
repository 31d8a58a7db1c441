package dev.reprise.batch;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.batch.report.BatchCall;
import dev.reprise.batch.report.BatchListener;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.budget.RetryBudget;
import dev.reprise.classify.FailureKind;
import dev.reprise.policy.FailureRule;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.testing.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A run that is drawn from a seed: settings, input, faults, and events during the run. */
final class RandomRun {

  /** The form of the run and of its operation. */
  enum Shape {
    BLOCKING_CALLER_BLOCKING_CALLS,
    BLOCKING_CALLER_STAGES,
    STARTED_BLOCKING_CALLS,
    STARTED_STAGES
  }

  final VirtualTime time;
  final FaultyTable table;
  final ItemAccounts<Write> accounts = new ItemAccounts<>();
  final List<Write> items;
  final boolean drains;
  final FaultySource source;
  final List<DeadLetter<Write>> consumed = new ArrayList<>();
  final BalancedBudget budget;
  private final Shape shape;
  private final @Nullable Resumed resumed;
  private final Random random;
  private final Batch<Write> batch;
  private final Retry retry;
  private String disturbance = "none";

  /** The common parts of runs that follow each other. */
  record Resumed(List<Write> items, BatchJournal journal) {}

  private RandomRun(long seed, Shape shape, boolean keyed, @Nullable Resumed resumed) {
    this.shape = shape;
    this.resumed = resumed;
    random = new Random(seed * 31 + shape.ordinal());
    time = VirtualTime.seeded(seed);
    table = new FaultyTable(random, time, random.nextDouble());
    int keys = keyed ? 1 + random.nextInt(8) : Integer.MAX_VALUE;
    items =
        resumed != null
            ? resumed.items()
            : IntStream.range(0, random.nextInt(60))
                .mapToObj(i -> new Write(keyed ? random.nextInt(keys) : i, i))
                .toList();
    source = new FaultySource(items, random, time);
    drains = random.nextBoolean();
    budget =
        new BalancedBudget(
            random.nextInt(4) == 0 ? RetryBudget.bucket(10, 5) : RetryBudget.unlimited());
    retry = Retry.of(policy()).withBudget(budget).withEnvironment(time);
    batch = batch(keyed);
  }

  static RandomRun of(long seed, Shape shape) {
    return new RandomRun(seed, shape, seed % 3 == 0, null);
  }

  static RandomRun keyed(long seed, Shape shape) {
    return new RandomRun(seed, shape, true, null);
  }

  static RandomRun resumed(long seed, Shape shape, Resumed resumed) {
    return new RandomRun(seed, shape, true, resumed);
  }

  private RetryPolicy policy() {
    Duration first = Duration.ofMillis(1 + random.nextInt(1_000));
    RetryPolicyBuilder policy =
        RetryPolicy.builder()
            .maxAttempts(1 + random.nextInt(6))
            .withoutTimeLimit()
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
    if (random.nextInt(3) == 0) {
      policy.rule(
          FailureRule.of(random.nextBoolean() ? FailureKind.THROTTLED : FailureKind.TRANSIENT)
              .backoff(Backoff.fixed(first))
              .maxFailures(1 + random.nextInt(5))
              .price(random.nextInt(4)));
    }
    return policy.build();
  }

  private Batch<Write> batch(boolean keyed) {
    boolean blocking =
        shape == Shape.BLOCKING_CALLER_BLOCKING_CALLS || shape == Shape.STARTED_BLOCKING_CALLS;
    Batch<Write> made =
        blocking ? Batch.of(retry, table::sendBlocking) : Batch.ofAsync(retry, table::sendAsync);
    made = disturbed(limited(made.chunkSize(1 + random.nextInt(6)))).withListener(accounts);
    if (resumed != null) {
      made = made.journaledIn(resumed.journal(), JournaledBatchTest::fingerprint);
    }
    return keyed
        ? made.keyedBy(Write::key, random.nextBoolean() ? SameKey.WAITS : SameKey.REPLACES)
        : made;
  }

  private Batch<Write> limited(Batch<Write> made) {
    Batch<Write> limited = made.parallelism(1 + random.nextInt(4));
    if (random.nextInt(3) == 0) {
      limited = limited.maxWeight(10, write -> write.version() % 12);
    }
    if (random.nextInt(6) == 0) {
      limited = limited.groupedBy(write -> write.key() % 3);
    }
    return switch (random.nextInt(6)) {
      case 0 -> limited.pacedBy(Pace.fixed(1 + random.nextInt(50)));
      case 1 -> limited.pacedBy(Pace.adaptive());
      case 2 -> limited.pacedBy(Pace.adaptive(), write -> write.version() % 5);
      default -> limited;
    };
  }

  private Batch<Write> disturbed(Batch<Write> made) {
    Batch<Write> disturbed =
        made.isolating(
            failure -> sometimes(20) || failure instanceof PoisonedTable.InvalidChunkException);
    if (random.nextInt(4) == 0) {
      disturbed = disturbed.withListener(throwing());
    }
    if (random.nextInt(4) == 0) {
      disturbed = disturbed.onDeadLetter(dead -> consume(dead));
    }
    if (random.nextInt(4) == 0) {
      disturbed = disturbed.notIdempotent(write -> sometimes(20) || write.version() % 3 == 0);
    }
    if (random.nextInt(6) == 0) {
      disturbed = disturbed.withExecutor(this::executeOrReject);
    }
    return disturbed;
  }

  private void consume(DeadLetter<Write> dead) {
    sometimes(5);
    consumed.add(dead);
  }

  private void executeOrReject(Runnable task) {
    if (random.nextInt(30) == 0) {
      throw new RejectedExecutionException("full");
    }
    if (random.nextBoolean()) {
      task.run();
    } else {
      time.executor().execute(task);
    }
  }

  /** Throws once in a number of calls. */
  private boolean sometimes(int times) {
    if (random.nextInt(times) == 0) {
      throw new IllegalStateException("a callback that throws");
    }
    return false;
  }

  private BatchListener<Write> throwing() {
    return new BatchListener<>() {
      @Override
      public void itemsDone(List<Write> done) {
        sometimes(2);
      }

      @Override
      public void callEnded(BatchCall call) {
        sometimes(2);
      }

      @Override
      public void ended(BatchReport<Write> report) {
        sometimes(2);
      }
    };
  }

  /** Runs to the end; a run that never ends fails the test. */
  BatchReport<Write> toEnd() {
    boolean caller =
        shape == Shape.BLOCKING_CALLER_BLOCKING_CALLS || shape == Shape.BLOCKING_CALLER_STAGES;
    Duration when = Duration.ofMillis(random.nextInt(5_000));
    int kind = random.nextInt(4);
    if (caller) {
      return runAsCaller(kind, when);
    }
    BatchRun<Write> run = drains ? batch.start(source) : batch.start(source.iterator());
    if (kind == 0) {
      disturbance = "cancel after " + when;
      time.schedule(when, run::cancel);
    } else if (kind == 1) {
      disturbance = "shutdown after " + when;
      time.schedule(when, retry::shutdown);
    }
    BatchReport<Write> report = time.await(run.report()).join();
    time.runUntilIdle();
    boolean unused = Thread.interrupted();
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
    BatchReport<Write> report = drains ? batch.run(source) : batch.run(source.iterator());
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
