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
import org.junit.jupiter.api.Test;

/**
 * Compares simulated clients with the library's own driver: the same script of failures, the same
 * random numbers, many calls on one budget. Every attempt must start at the same nanosecond.
 */
class SameAsDriversTest {

  private static final List<String> BACKOFFS =
      List.of(
          "none",
          "fixed(30ms)",
          "exponential(10ms, x2, cap=300ms, jitter=full)",
          "exponential(10ms, x1.7, jitter=equal)",
          "fibonacci(5ms, jitter=proportional(0.2))",
          "decorrelated(5ms, cap=200ms)",
          "elapsed",
          "contention");
  private static final List<String> LIMITS =
      List.of(
          "maxAttempts=1 within=unlimited",
          "maxAttempts=3 within=unlimited",
          "maxAttempts=6 within=300ms",
          "maxAttempts=unlimited within=1s",
          "maxAttempts=4 within=2s startOverAfter=40ms",
          "maxAttempts=9 within=2s giveUpWhen=all(attempts(3), elapsed(60ms))",
          "maxAttempts=9 within=2s rules=throttled(backoff=linear(30ms), maxFailures=3, price=2)",
          "maxAttempts=5 within=unlimited attemptTimeout=35ms");
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
    int failures = random.nextInt(9);
    for (int i = 0; i < 40; i++) {
      long length = random.nextInt(4) == 0 ? 0 : random.nextInt(60_000_000);
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
      RetryResult<String> result =
          retry.execute(
              () -> {
                Scripted step = script.get(starts.size());
                starts.add(time.ticks().nanos());
                time.pass(Duration.ofNanos(step.durationNanos()));
                if (!step.served()) {
                  throw new IOException("scripted");
                }
                return "served";
              });
      traces.add(new Trace(starts, result.stopReason()));
    }
    return traces;
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
      traces.add(new Trace(starts, reason));
      starts = new ArrayList<>();
      if (traces.size() < scripts.size()) {
        clients.begin(0, world.nowNanos());
      }
    }
  }

  @Test
  void every_attempt_starts_at_the_same_time_as_in_the_driver() {
    SimulationRandom random = SimulationRandom.of(11);
    for (int round = 0; round < 2_000; round++) {
      String text =
          LIMITS.get(random.nextInt(LIMITS.size()))
              + " backoff="
              + BACKOFFS.get(random.nextInt(BACKOFFS.size()));
      String budget = BUDGETS.get(random.nextInt(BUDGETS.size()));
      RetryPolicy policy = RetryPolicy.parse(text);
      List<List<Scripted>> scripts = new ArrayList<>();
      for (int call = 0; call < 12; call++) {
        scripts.add(script(random));
      }
      assertThat(new ScriptedTarget(policy, RetryBudget.parse(budget), scripts, round).run())
          .as("round %d: %s, budget %s", round, text, budget)
          .isEqualTo(driven(policy, RetryBudget.parse(budget), scripts, round));
    }
  }
}
