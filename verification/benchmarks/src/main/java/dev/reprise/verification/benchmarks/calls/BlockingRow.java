package dev.reprise.verification.benchmarks.calls;

import dev.reprise.verification.benchmarks.peers.Peer;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A blocking call through one contender, bound before the measurement. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // set up by JMH
public abstract class BlockingRow {

  private Peer peer;

  /** The call. */
  Callable<Integer> call;

  /** Called by the subclasses. */
  BlockingRow() {}

  abstract Peer peer();

  abstract Callable<Integer> operation();

  /** Binds the operation. */
  @Setup
  public void bind() {
    peer = peer();
    call = peer.blocking(operation());
  }

  /** Releases the resources of the contender. */
  @TearDown
  public void close() {
    peer.close();
  }
}
