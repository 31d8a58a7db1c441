package dev.reprise.verification.benchmarks.calls;

import dev.reprise.verification.benchmarks.peers.Contender;
import dev.reprise.verification.benchmarks.peers.Peer;
import dev.reprise.verification.benchmarks.peers.PeerSettings;
import dev.reprise.verification.benchmarks.peers.PeerSettings.EventSelection;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/**
 * The first try succeeds, with a time limit, a listener for failures and, for Reprise, the standard
 * budget.
 */
@SuppressWarnings("NullAway.Init") // set up by JMH
public class LimitAndListener extends BlockingRow {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private long failures;

  /** The contender. */
  @Param({"BARE", "REPRISE", "FAILSAFE", "RESILIENCE4J", "SPRING_RETRY", "SPRING_CORE"})
  public Contender contender;

  /** Called by JMH. */
  public LimitAndListener() {}

  @Override
  Peer peer() {
    return contender.budgeted(
        PeerSettings.PLAIN.within(LIMIT).listeningTo(EventSelection.FAILURES, event -> failures++));
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
