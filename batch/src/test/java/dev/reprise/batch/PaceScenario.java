package dev.reprise.batch;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.VirtualTime;
import java.time.Duration;
import java.util.Iterator;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A table with a bucket of capacity in virtual time, and a run that always has items to send.
 *
 * @param capacity units per second
 * @param burst seconds of capacity that the table saves up
 * @param latencyMs duration of a call in milliseconds
 * @param mostCost units of the largest item; the smallest has one
 * @param parallelism number of parallel calls
 */
public record PaceScenario(
    double capacity, double burst, int latencyMs, int mostCost, int parallelism) {

  public static final RetryPolicy POLICY =
      RetryPolicy.builder()
          .maxAttempts(1_000)
          .withoutTimeLimit()
          .backoff(
              Backoff.exponential(Duration.ofMillis(100))
                  .cappedAt(Duration.ofSeconds(5))
                  .jitter(Jitter.full()))
          .build();

  /** Returns two seconds, or the time of twenty calls if that is longer. */
  double window() {
    return Math.max(2, 20 * Math.max(1, mostCost / 2.0) / capacity);
  }

  /**
   * Returns the units per second that this many parallel calls can carry; a call takes five
   * quarters of its duration.
   */
  double possible() {
    double call = Math.min(25 * (1 + mostCost) / 2.0, Math.max(mostCost, 0.1 * capacity));
    return parallelism * call * 1_000 / (1.25 * latencyMs);
  }

  /** Runs for a number of seconds, in which the table may be changed. */
  Meter run(Pace pace, double seconds, Consumer<Stage> changes) {
    VirtualTime time = VirtualTime.seeded(1);
    MeteredTable table =
        new MeteredTable(
            time, capacity, Duration.ofNanos((long) (burst * 1e9)), Duration.ofMillis(latencyMs));
    Stage stage = new Stage(time, table);
    changes.accept(stage);
    Batch<Integer> batch =
        Batch.ofAsync(Batches.retry(POLICY, time), table::send)
            .parallelism(parallelism)
            .pacedBy(pace, units -> units);
    BatchRun<Integer> run = batch.start(stage.endless(mostCost, 3));
    time.advance(Duration.ofNanos((long) (seconds * 1e9)));
    run.cancel();
    time.await(run.report());
    return table.meter();
  }

  Meter run(Pace pace, double seconds) {
    return run(pace, seconds, stage -> {});
  }

  /** The parts that a scenario may change. */
  public record Stage(VirtualTime time, @Nullable MeteredTable metered) {

    public Stage(VirtualTime time) {
      this(time, null);
    }

    public MeteredTable table() {
      return Objects.requireNonNull(metered);
    }

    public void at(double second, Runnable change) {
      time.schedule(Duration.ofNanos((long) (second * 1e9)), change);
    }

    public Iterator<Integer> endless(int mostCost, long seed) {
      Random random = new Random(seed);
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return true;
        }

        @Override
        public Integer next() {
          return 1 + random.nextInt(mostCost);
        }
      };
    }
  }
}
