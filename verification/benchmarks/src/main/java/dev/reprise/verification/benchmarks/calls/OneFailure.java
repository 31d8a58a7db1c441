package dev.reprise.verification.benchmarks.calls;

import dev.reprise.verification.benchmarks.peers.Contender;
import dev.reprise.verification.benchmarks.peers.Peer;
import dev.reprise.verification.benchmarks.peers.PeerSettings;
import java.util.concurrent.Callable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/** The first try fails, the second succeeds, without a wait between them. */
@SuppressWarnings("NullAway.Init") // set up by JMH
public class OneFailure extends BlockingRow {

  /** The contender. */
  @Param({"LOOP", "REPRISE", "FAILSAFE", "RESILIENCE4J", "SPRING_RETRY", "SPRING_CORE"})
  public Contender contender;

  /** Called by JMH. */
  public OneFailure() {}

  @Override
  Peer peer() {
    return contender.with(PeerSettings.PLAIN);
  }

  @Override
  Callable<Integer> operation() {
    return new Operations.FailsOnce();
  }

  /** One call. */
  @Benchmark
  public Integer one() throws Exception {
    return call.call();
  }
}
