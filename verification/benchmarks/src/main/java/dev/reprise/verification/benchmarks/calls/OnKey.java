package dev.reprise.verification.benchmarks.calls;

import dev.reprise.Retry;
import dev.reprise.function.Operation;
import dev.reprise.policy.RetryPolicy;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The first try of a call with a key succeeds; default settings. Each call selects its key. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // set up by JMH
public class OnKey {

  /** Number of keys. */
  @Param public ActiveKeys keys;

  private final Retry retry = Retry.of(RetryPolicy.defaults());
  private final Operation<Integer, RuntimeException> operation = new Operations.Lookup();
  private String[] order;
  private int next;

  /** Called by JMH. */
  public OnKey() {}

  /** Creates the keys, and calls each of them once. */
  @Setup
  public void begin() {
    order = keys.order();
    for (int call = 0; call < order.length; call++) {
      one();
    }
  }

  /** One call. */
  @Benchmark
  public Integer one() {
    next = next + 1 < order.length ? next + 1 : 0;
    String key = order[next];
    return keys == ActiveKeys.NONE ? retry.call(operation) : retry.on(key).call(operation);
  }
}
