package dev.reprise.verification.benchmarks.calls;

import dev.reprise.verification.benchmarks.peers.Contender;
import dev.reprise.verification.benchmarks.peers.Peer;
import dev.reprise.verification.benchmarks.peers.PeerSettings;
import java.util.concurrent.Callable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/** The first try succeeds: no time limit, no listener, and for Reprise an unlimited budget. */
@SuppressWarnings("NullAway.Init") // set up by JMH
public class FirstTry extends BlockingRow {

  /** The contender. */
  @Param({"BARE", "REPRISE", "FAILSAFE", "RESILIENCE4J", "SPRING_RETRY", "SPRING_CORE"})
  public Contender contender;

  /** Called by JMH. */
  public FirstTry() {}

  @Override
  Peer peer() {
    return contender.with(PeerSettings.PLAIN);
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
