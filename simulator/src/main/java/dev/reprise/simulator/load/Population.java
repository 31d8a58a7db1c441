package dev.reprise.simulator.load;

import dev.reprise.decision.StopReason;
import dev.reprise.simulator.client.CallEndListener;
import dev.reprise.simulator.client.Clients;
import dev.reprise.simulator.engine.Handler;
import dev.reprise.simulator.engine.SimulationRandom;
import dev.reprise.simulator.engine.World;
import java.util.Arrays;

/**
 * A number of callers, each of whom calls once, or again and again; no caller makes two calls at a
 * time. The run ends with the last call.
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
   * When the callers call.
   *
   * @param count how many they are, at least 1
   * @param processes among how many processes they are dealt in turn, from 1 to the count
   * @param overNanos the first calls begin by chance within this time; 0 for all at once
   * @param durationNanos up to when calls are made again; 0 for once each
   * @param thinkNanos how long a caller thinks on average before it calls again, exponentially
   *     distributed
   */
  public record Pattern(
      int count, int processes, long overNanos, long durationNanos, double thinkNanos) {}

  /**
   * Callers that have not called; they hear the ends of calls.
   *
   * @param world where they are
   * @param clients by whom they call
   * @param pattern when
   * @param random where times are drawn from
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

  /** The first calls come. */
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
   * Share of the successes of the top tenth of the callers, at least one caller.
   *
   * @return share of all calls that succeeded; a tenth where all got the same; NaN if none
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
   * Jain's index of fairness of the calls that succeeded (Jain, Chiu and Hawe 1984).
   *
   * @return 1 where all callers got the same, 1 / count where one got everything; NaN if none
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
