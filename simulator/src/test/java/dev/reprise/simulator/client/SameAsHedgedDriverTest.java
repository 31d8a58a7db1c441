package dev.reprise.simulator.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.RetryResult;
import dev.reprise.budget.RetryBudget;
import dev.reprise.decision.StopReason;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.simulator.engine.Handler;
import dev.reprise.simulator.engine.SimulationRandom;
import dev.reprise.simulator.engine.World;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * Compares simulated calls that hedge with the library's own driver of such calls: every attempt,
 * hedges included, must start at the same nanosecond.
 */
class SameAsHedgedDriverTest {

  private static final List<String> POLICIES =
      List.of(
          "maxAttempts=3 within=unlimited backoff=fixed(30ms)",
          "maxAttempts=5 within=unlimited backoff=exponential(10ms, x2, cap=300ms, jitter=full)",
          "maxAttempts=6 within=200ms backoff=none",
          "maxAttempts=4 within=unlimited backoff=contention",
          "maxAttempts=4 within=unlimited backoff=fixed(5ms) attemptTimeout=35ms");
  private static final List<String> HEDGES =
      List.of(
          "after(0s)",
          "after(15ms)",
          "after(25ms, maxInFlight=3)",
          "percentile(20)",
          "percentile(80, floor=5ms)");
  private static final List<String> BUDGETS =
      List.of(
          "unlimited",
          "none",
          "standard",
          "bucket(20, 5)",
          "grpc(10, 0.1)",
          "ratio(20%, 1/s)",
          "inFlight(20%, min=1)");

  private record Scripted(long durationNanos, boolean served) {}

  /** The start times of a call's attempts, and the reason for its end. */
  private record Trace(List<Long> starts, StopReason reason) {}

  private static List<Scripted> script(SimulationRandom random) {
    List<Scripted> script = new ArrayList<>();
    int failures = random.nextInt(6);
    for (int i = 0; i < 30; i++) {
      long length = 1 + random.nextInt(60_000_000);
      script.add(new Scripted(length, i >= failures && random.nextInt(3) > 0));
    }
    return script;
  }

  private static List<Trace> driven(
      RetryPolicy policy, RetryBudget budget, List<List<Scripted>> scripts, long seed) {
    VirtualTime time = VirtualTime.seeded(1);
    SimulationRandom random = SimulationRandom.of(seed);
    Retry retry =
        Retry.of(policy).withBudget(budget).withEnvironment(time.withRandom(() -> random));
    List<Trace> traces = new ArrayList<>();
    for (List<Scripted> script : scripts) {
      List<Long> starts = new ArrayList<>();
      CompletableFuture<RetryResult<String>> result =
          retry.executeAsync(
              () -> {
                Scripted step = script.get(starts.size());
                starts.add(time.ticks().nanos());
                CompletableFuture<String> answer = new CompletableFuture<>();
                time.schedule(Duration.ofNanos(step.durationNanos()), () -> end(answer, step));
                return answer;
              });
      traces.add(new Trace(starts, time.await(result).join().stopReason()));
    }
    return traces;
  }

  private static void end(CompletableFuture<String> answer, Scripted step) {
    if (step.served()) {
      answer.complete("served");
    } else {
      answer.completeExceptionally(new IOException("scripted"));
    }
  }

  /** Returns the results of the script, and starts the next call when one ends. */
  private static final class ScriptedTarget implements Target, Handler, CallEndListener {

    private final World world = new World();
    private final World.Port port = world.join(this);
    private final List<List<Scripted>> scripts;
    private final Clients clients;
    private final List<Trace> traces = new ArrayList<>();
    private List<Long> starts = new ArrayList<>();

    ScriptedTarget(
        RetryPolicy policy, RetryBudget budget, List<List<Scripted>> scripts, long seed) {
      this.scripts = scripts;
      clients =
          new Clients(
                  world,
                  new ClientSettings(policy, budget, 1, Long.MAX_VALUE),
                  SimulationRandom.of(seed),
                  new NoTraffic())
              .withTarget(this)
              .onCallEnd(this);
    }

    List<Trace> run() {
      clients.begin(0, 0);
      world.runUntil(Long.MAX_VALUE - 1);
      return traces;
    }

    @Override
    public void begin(int slot, int serial, long atNanos) {
      Scripted step = scripts.get(traces.size()).get(starts.size());
      starts.add(atNanos);
      port.at(atNanos + step.durationNanos(), step.served() ? 1 : 0, slot, serial);
    }

    @Override
    public void on(int kind, int slot, int serial) {
      clients.deliver(slot, serial, kind == 1 ? AttemptResult.SERVED : AttemptResult.FAILED, 0);
    }

    @Override
    public void ended(int slot, int attempts, long durationNanos, StopReason reason) {
      assertThat(attempts).isEqualTo(starts.size());
      traces.add(new Trace(starts, reason));
      starts = new ArrayList<>();
      if (traces.size() < scripts.size()) {
        clients.begin(0, world.nowNanos());
      }
    }
  }

  @Test
  void every_attempt_and_hedge_starts_at_the_same_time_as_in_the_driver() {
    SimulationRandom random = SimulationRandom.of(12);
    int hedgedCalls = 0;
    for (int round = 0; round < 160; round++) {
      String text =
          POLICIES.get(random.nextInt(POLICIES.size()))
              + " idempotency=idempotent hedge="
              + HEDGES.get(random.nextInt(HEDGES.size()));
      String budget = BUDGETS.get(random.nextInt(BUDGETS.size()));
      RetryPolicy policy = RetryPolicy.parse(text);
      List<List<Scripted>> scripts = new ArrayList<>();
      for (int call = 0; call < 100; call++) {
        scripts.add(script(random));
      }
      List<Trace> simulated =
          new ScriptedTarget(policy, RetryBudget.parse(budget), scripts, round).run();
      assertThat(simulated)
          .as("round %d: %s, budget %s", round, text, budget)
          .isEqualTo(driven(policy, RetryBudget.parse(budget), scripts, round));
      hedgedCalls += (int) simulated.stream().filter(trace -> trace.starts().size() > 1).count();
    }
    assertThat(hedgedCalls).isGreaterThan(5_000);
  }
}
