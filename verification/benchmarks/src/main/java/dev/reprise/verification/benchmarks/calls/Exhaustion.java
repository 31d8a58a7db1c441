package dev.reprise.verification.benchmarks.calls;

import dev.reprise.verification.benchmarks.peers.Contender;
import dev.reprise.verification.benchmarks.peers.Peer;
import dev.reprise.verification.benchmarks.peers.PeerSettings;
import java.util.concurrent.Callable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/** Three attempts fail. Reprise attaches its report to the exception. */
@SuppressWarnings("NullAway.Init") // set up by JMH
public class Exhaustion extends BlockingRow {

  /** The contender. */
  @Param({"LOOP", "REPRISE", "FAILSAFE", "RESILIENCE4J", "SPRING_RETRY", "SPRING_CORE"})
  public Contender contender;

  /** Called by JMH. */
  public Exhaustion() {}

  @Override
  Peer peer() {
    return contender.with(PeerSettings.PLAIN);
  }

  @Override
  Callable<Integer> operation() {
    return new Operations.Fails();
  }

  /** One call. */
  @Benchmark
  public Object one() {
    try {
      return call.call();
    } catch (Exception exhausted) {
      return exhausted;
    }
  }
}
