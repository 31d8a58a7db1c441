package dev.reprise.verification.benchmarks.calls;

import dev.reprise.verification.benchmarks.peers.Contender;
import dev.reprise.verification.benchmarks.peers.Peer;
import dev.reprise.verification.benchmarks.peers.PeerSettings;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A call that returns a stage, through one contender. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // set up by JMH
public abstract class StagedRow {

  /** The contender. */
  @Param({"BARE", "DEPENDENT", "REPRISE", "FAILSAFE", "RESILIENCE4J"})
  public Contender contender;

  /** The source of results. */
  final Operations.Lookup lookup = new Operations.Lookup();

  private Peer peer;
  private Supplier<CompletionStage<Integer>> call;

  /** Called by the subclasses. */
  StagedRow() {}

  abstract CompletionStage<Integer> operation();

  /** Binds the operation. */
  @Setup
  public void bind() {
    peer = contender.with(PeerSettings.PLAIN);
    call = peer.staged(this::operation);
  }

  final CompletableFuture<Integer> call() {
    return call.get().toCompletableFuture();
  }

  /**
   * Waits for a call whose operation runs on another thread, so that pending calls do not
   * accumulate.
   */
  static CompletableFuture<Integer> completed(CompletableFuture<Integer> result) {
    if (!result.isDone()) {
      result.join();
    }
    return result;
  }

  /** Releases the resources of the contender. */
  @TearDown
  public void close() {
    peer.close();
  }
}
