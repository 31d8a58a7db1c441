package dev.reprise.verification.benchmarks.calls;

import dev.reprise.verification.benchmarks.peers.Contender;
import dev.reprise.verification.benchmarks.peers.Peer;
import dev.reprise.verification.benchmarks.peers.PeerSettings;
import dev.reprise.verification.benchmarks.peers.PeerSettings.Heard;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/**
 * The first try succeeds, within a time limit, heard by a listener on failures; our budget is the
 * standard one.
 */
@SuppressWarnings("NullAway.Init") // set up by JMH
public class Watched extends BlockingRow {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private long failures;

  /** Who. */
  @Param({"BARE", "REPRISE", "FAILSAFE", "RESILIENCE4J", "SPRING_RETRY", "SPRING_CORE"})
  public Contender contender;

  /** Only by JMH. */
  public Watched() {}

  @Override
  Peer peer() {
    return contender.budgeted(
        PeerSettings.PLAIN.within(LIMIT).hearing(Heard.FAILURES, event -> failures++));
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
