package dev.reprise.simulator.verdict;

import dev.reprise.decision.StopReason;
import dev.reprise.simulator.client.AttemptResult;
import dev.reprise.simulator.client.ClientSettings;
import dev.reprise.simulator.client.Clients;
import dev.reprise.simulator.client.Target;
import dev.reprise.simulator.client.TrafficListener;
import dev.reprise.simulator.engine.Handler;
import dev.reprise.simulator.engine.World;
import dev.reprise.simulator.load.PoissonLoad;
import dev.reprise.simulator.load.Rate;
import dev.reprise.simulator.model.Contender;
import dev.reprise.simulator.model.Seed;
import dev.reprise.simulator.model.Seed.Stream;

/**
 * The attempts of calls while every attempt times out, with their budgets. They are measured: calls
 * are answered at once for twenty simulated seconds, which fills the budgets, and all attempts time
 * out for two minutes after that.
 *
 * @param perCall the attempts of a call that starts in the second of these minutes
 * @param during the attempts of all calls that start during the fault, also those that are made
 *     after it; a longer fault than a minute continues as its last minute
 */
record Amplification(double perCall, double during) {

  private static final double MOST_CALLS = 100_000;
  private static final long SECOND = 1_000_000_000L;
  private static final long HEALTHY = 20 * SECOND;
  private static final long MINUTE = 60 * SECOND;
  private static final double SECONDS = 140;
  private static final Seed SEED = new Seed(1, 0);

  static Amplification of(
      Contender contender, double rate, int processes, double timeoutSeconds, double fault) {
    double share = Math.min(1, MOST_CALLS / (rate * SECONDS));
    int asked = (int) Math.max(1, Math.round(processes * share));
    World world = new World();
    long faultNanos = (long) (Math.min(60, fault) * SECOND);
    Counts counts = new Counts(faultNanos);
    ClientSettings settings =
        new ClientSettings(
            contender.policy(), contender.budget(), asked, (long) (timeoutSeconds * 1e9));
    Clients clients = new Clients(world, settings, SEED.stream(Stream.POLICY), counts);
    clients.withTarget(new FailingTarget(world, clients));
    new PoissonLoad(
            world, clients, asked, Rate.of(rate * asked / processes), SEED.stream(Stream.LOAD))
        .begin();
    world.runUntil(HEALTHY + 2 * MINUTE);
    double perCall = counts.lateCalls == 0 ? 1 : (double) counts.lateAttempts / counts.lateCalls;
    double perFaultCall =
        counts.faultCalls == 0 ? 1 : (double) counts.faultAttempts / counts.faultCalls;
    double calls = rate * fault;
    double beyond = rate * Math.max(0, fault - 60);
    return new Amplification(perCall, (calls - beyond) * perFaultCall + beyond * perCall);
  }

  /** A target that answers at once, and from the start of the fault on not at all. */
  private static final class FailingTarget implements Target, Handler {

    private final World.Port port;
    private final Clients clients;

    FailingTarget(World world, Clients clients) {
      this.clients = clients;
      port = world.join(this);
    }

    @Override
    public void begin(int slot, int serial, long atNanos) {
      if (atNanos < HEALTHY) {
        port.at(atNanos, 0, slot, serial);
      }
    }

    @Override
    public void on(int kind, int slot, int serial) {
      clients.deliver(slot, serial, AttemptResult.SERVED, 0);
    }
  }

  /** Counts calls and attempts: by time in the last minute, by call for those of the fault. */
  private static final class Counts implements TrafficListener {

    private final long faultNanos;
    private long lateCalls;
    private long lateAttempts;
    private long faultCalls;
    private long faultAttempts;

    Counts(long faultNanos) {
      this.faultNanos = faultNanos;
    }

    @Override
    public void callStarted(long atNanos) {
      lateCalls += isLate(atNanos);
    }

    @Override
    public void attemptStarted(long atNanos) {
      lateAttempts += isLate(atNanos);
    }

    private static int isLate(long atNanos) {
      return atNanos >= HEALTHY + MINUTE && atNanos < HEALTHY + 2 * MINUTE ? 1 : 0;
    }

    @Override
    public void callEnded(long nowNanos, int made, long durationNanos, StopReason reason) {
      long start = nowNanos - durationNanos;
      if (start >= HEALTHY && start < HEALTHY + faultNanos) {
        faultCalls++;
        faultAttempts += made;
      }
    }
  }
}
