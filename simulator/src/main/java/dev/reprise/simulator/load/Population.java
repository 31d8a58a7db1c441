package dev.reprise.simulator.load;

import dev.reprise.decision.StopReason;
import dev.reprise.simulator.client.CallEndListener;
import dev.reprise.simulator.client.Clients;
import dev.reprise.simulator.engine.Handler;
import dev.reprise.simulator.engine.SimulationRandom;
import dev.reprise.simulator.engine.World;
import java.util.Arrays;

/**
 * A number of callers that call once or repeatedly. A caller makes one call at a time. The run ends
 * with the last call.
 */
public final class Population implements Handler, CallEndListener {

  private final World world;
  private final World.Port port;
  private final Clients clients;
  private final Pattern pattern;
  private final SimulationRandom random;
  private final int[] wins;
  private int[] callers;
  private int active;

  /**
   * The times at which callers call.
   *
   * @param count the number of callers, at least 1
   * @param processes the number of processes to which the callers are dealt in turn, from 1 to
   *     {@code count}
   * @param overNanos the period in which the first calls start at random, in nanoseconds; 0 to
   *     start all at the same time
   * @param durationNanos the time up to which callers repeat their calls, in nanoseconds since the
   *     run began; 0 if each calls once
   * @param thinkNanos the mean time between two calls of a caller, in nanoseconds, exponentially
   *     distributed
   */
  public record Pattern(
      int count, int processes, long overNanos, long durationNanos, double thinkNanos) {}

  /**
   * Creates callers that have not called, and registers them for the ends of calls.
   *
   * @param world the simulated world
   * @param clients the clients that make the calls
   * @param pattern the times of the calls
   * @param random the source of random times
   */
  public Population(World world, Clients clients, Pattern pattern, SimulationRandom random) {
    this.world = world;
    this.clients = clients.onCallEnd(this);
    this.pattern = pattern;
    this.random = random;
    port = world.join(this);
    wins = new int[pattern.count()];
    callers = new int[pattern.count()];
  }

  /** Schedules the first calls. */
  public void begin() {
    active = pattern.count();
    for (int caller = 0; caller < pattern.count(); caller++) {
      if (pattern.overNanos() == 0) {
        call(caller);
      } else {
        port.at((long) (random.nextDouble() * pattern.overNanos()), 0, caller, 0);
      }
    }
  }

  private void call(int caller) {
    int slot = clients.begin(caller % pattern.processes(), world.nowNanos());
    if (slot >= callers.length) {
      callers = Arrays.copyOf(callers, slot + (slot >> 1) + 1);
    }
    callers[slot] = caller;
  }

  @Override
  public void on(int kind, int slot, int serial) {
    call(slot);
  }

  @Override
  public void ended(int slot, int attempts, long durationNanos, StopReason reason) {
    int caller = callers[slot];
    if (reason == StopReason.SUCCEEDED) {
      wins[caller]++;
    }
    if (!callsAgain(caller) && --active == 0) {
      world.stop();
    }
  }

  private boolean callsAgain(int caller) {
    long now = world.nowNanos();
    if (now >= pattern.durationNanos()) {
      return false;
    }
    long next = now + (long) (pattern.thinkNanos() * random.nextExponential());
    boolean inTime = next < pattern.durationNanos();
    if (inTime) {
      port.at(next, 0, caller, 0);
    }
    return inTime;
  }

  /**
   * Returns the share of the successes that the top tenth of the callers had. The top tenth is at
   * least one caller.
   *
   * @return share of all calls that succeeded; 0.1 where all callers had equally many; NaN if none
   *     succeeded
   */
  public double topTenthShare() {
    int[] sorted = wins.clone();
    Arrays.sort(sorted);
    int lucky = (sorted.length + 9) / 10;
    long most = 0;
    long all = 0;
    for (int i = 0; i < sorted.length; i++) {
      all += sorted[i];
      most += i >= sorted.length - lucky ? sorted[i] : 0;
    }
    return all == 0 ? Double.NaN : (double) most / all;
  }

  /**
   * Returns Jain's index of fairness of the calls that succeeded (Jain, Chiu and Hawe 1984).
   *
   * @return 1 where all callers had equally many, 1 / count where one caller had all; NaN if none
   *     succeeded
   */
  public double fairness() {
    double sum = 0;
    double squares = 0;
    for (int won : wins) {
      sum += won;
      squares += (double) won * won;
    }
    return sum * sum / (wins.length * squares);
  }
}
