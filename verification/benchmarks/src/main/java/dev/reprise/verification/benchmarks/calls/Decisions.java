package dev.reprise.verification.benchmarks.calls;

import dev.reprise.classify.Outcome;
import dev.reprise.decision.Decision;
import dev.reprise.decision.Progress;
import dev.reprise.decision.View;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.verification.benchmarks.peers.Unavailable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** {@link RetryPolicy#decide} alone, with the default policy, compared with one random draw. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class Decisions {

  private static final long LENGTH = 1_000;

  private final RetryPolicy policy = RetryPolicy.defaults();
  private final Outcome<String> returned = Outcome.returned("page");
  private final Outcome<String> threw = Outcome.threw(Unavailable.SHARED);
  private final Progress progress =
      Progress.startingAt(0).attemptStarted(0, 0).attemptFinished(LENGTH);
  private View view = View.NONE;
  private long now = LENGTH;

  /** Called by JMH. */
  public Decisions() {}

  /** An accepted outcome. */
  @Benchmark
  public Decision acceptedOutcome() {
    return policy.decide(progress, returned, now, view, ThreadLocalRandom.current());
  }

  /** A failure that is retried after a random delay. */
  @Benchmark
  public Decision retriedFailure() {
    return policy.decide(progress, threw, now, view, ThreadLocalRandom.current());
  }

  /** The unit that the decision is compared with. */
  @Benchmark
  public double exponentialDraw() {
    return ThreadLocalRandom.current().nextExponential();
  }
}
