package dev.reprise.simulator.verdict;

import dev.reprise.decision.StopReason;
import dev.reprise.simulator.client.ClientSettings;
import dev.reprise.simulator.client.Clients;
import dev.reprise.simulator.client.Target;
import dev.reprise.simulator.client.TrafficListener;
import dev.reprise.simulator.engine.World;
import dev.reprise.simulator.load.PoissonLoad;
import dev.reprise.simulator.load.Rate;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.model.Seed;
import dev.reprise.simulator.model.Seed.Stream;

/**
 * The number of attempts of a call when every attempt times out, with its budget. It is measured:
 * in two simulated minutes of calls that all time out, the second minute counts.
 */
final class Amplification {

  private static final double SECONDS = 120;
  private static final double MOST_CALLS = 100_000;
  private static final long HALF_NANOS = 60_000_000_000L;
  private static final Seed SEED = new Seed(1, 0);

  private Amplification() {}

  static double of(Contender contender, double rate, int processes, double timeoutSeconds) {
    double share = Math.min(1, MOST_CALLS / (rate * SECONDS));
    int asked = (int) Math.max(1, Math.round(processes * share));
    World world = new World();
    Counts counts = new Counts();
    ClientSettings settings =
        new ClientSettings(
            contender.policy(), contender.budget(), asked, (long) (timeoutSeconds * 1e9));
    Clients clients = new Clients(world, settings, SEED.stream(Stream.POLICY), counts);
    clients.withTarget(new UnresponsiveTarget());
    new PoissonLoad(
            world, clients, asked, Rate.of(rate * asked / processes), SEED.stream(Stream.LOAD))
        .begin();
    world.runUntil(2 * HALF_NANOS);
    return counts.calls == 0 ? 1 : (double) counts.attempts / counts.calls;
  }

  /** A target that never returns a result. */
  private static final class UnresponsiveTarget implements Target {

    @Override
    public void begin(int slot, int serial, long atNanos) {}
  }

  /** Counts calls and attempts of the second minute. */
  private static final class Counts implements TrafficListener {

    private long calls;
    private long attempts;

    @Override
    public void callStarted(long atNanos) {
      calls += isLate(atNanos);
    }

    @Override
    public void attemptStarted(long atNanos) {
      attempts += isLate(atNanos);
    }

    private static int isLate(long atNanos) {
      return atNanos >= HALF_NANOS && atNanos < 2 * HALF_NANOS ? 1 : 0;
    }

    @Override
    public void callEnded(long nowNanos, int made, long durationNanos, StopReason reason) {}
  }
}
