package dev.reprise.verification.benchmarks.calls;

import dev.reprise.verification.benchmarks.peers.Contender;
import dev.reprise.verification.benchmarks.peers.Peer;
import dev.reprise.verification.benchmarks.peers.PeerSettings;
import dev.reprise.verification.benchmarks.peers.PeerSettings.EventSelection;
import java.util.concurrent.Callable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/** One failure, then success, and a listener that stores every event. */
@SuppressWarnings("NullAway.Init") // set up by JMH
public class EveryEvent extends BlockingRow {

  /** The contender. */
  @Param({"LOOP", "REPRISE", "FAILSAFE", "RESILIENCE4J", "SPRING_RETRY", "SPRING_CORE"})
  public Contender contender;

  /** Called by JMH. */
  public EveryEvent() {}

  @Override
  Peer peer() {
    return contender.with(PeerSettings.PLAIN.listeningTo(EventSelection.ALL, new EventStore()));
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
