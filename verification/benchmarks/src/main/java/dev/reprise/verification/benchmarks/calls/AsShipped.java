package dev.reprise.verification.benchmarks.calls;

import dev.reprise.verification.benchmarks.peers.Contender;
import dev.reprise.verification.benchmarks.peers.Peer;
import java.util.concurrent.Callable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/**
 * The first try succeeds; every library has its defaults. Reprise is created with {@code Retry.of}.
 */
@SuppressWarnings("NullAway.Init") // set up by JMH
public class AsShipped extends BlockingRow {

  /** The contender. */
  @Param({"BARE", "REPRISE", "FAILSAFE", "RESILIENCE4J", "SPRING_RETRY", "SPRING_CORE"})
  public Contender contender;

  /** Called by JMH. */
  public AsShipped() {}

  @Override
  Peer peer() {
    return contender.asShipped();
  }

  @Override
  Callable<Integer> operation() {
    return new Operations.Lookup();
  }

  /** One call. */
  @Benchmark
  public Integer one() throws Exception {
    return call.call();
  }
}
