package dev.reprise.verification.benchmarks;

import dev.reprise.Operation;
import dev.reprise.Retry;
import dev.reprise.RetryPolicy;
import dev.reprise.budget.RetryBudget;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A blocking call whose first attempt succeeds, next to the same call without us. Every benchmark
 * returns its result to JMH, and each runs in processes of its own, so that none spoils the
 * compiler's view of another. Iterations are many and short, so that some find the processor free
 * on a busy machine.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
@Fork(3)
@Warmup(iterations = 10, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 200, time = 20, timeUnit = TimeUnit.MILLISECONDS)
public class FirstTryBenchmark {

  private final Operation<Integer, RuntimeException> operation = new Lookup();

  private final Retry unlimited =
      Retry.of(RetryPolicy.builder().forever().build()).withBudget(RetryBudget.unlimited());

  private final Retry asShipped = Retry.of(RetryPolicy.defaults());

  /** The bare call. */
  @Benchmark
  public Integer bare() {
    return operation.call();
  }

  /** With {@link RetryBudget#unlimited()}, no deadline and no listener. */
  @Benchmark
  public Integer unlimited() {
    return unlimited.call(operation);
  }

  /**
   * As {@link Retry#of} makes it: a deadline and the standard budget, which both need the clock.
   */
  @Benchmark
  public Integer asShipped() {
    return asShipped.call(operation);
  }

  /** One read of the clock, alone. */
  @Benchmark
  public long clock() {
    return System.nanoTime();
  }

  /** An operation as short as they come: it reads two fields. */
  private static final class Lookup implements Operation<Integer, RuntimeException> {

    private final Integer[] values = {1000, 2000, 3000, 4000};
    private int next;

    @Override
    public Integer call() {
      next = next + 1 & 3;
      return values[next];
    }
  }
}
