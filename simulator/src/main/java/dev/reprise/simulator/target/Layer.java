package dev.reprise.simulator.target;

import dev.reprise.decision.StopReason;
import dev.reprise.simulator.client.AttemptResult;
import dev.reprise.simulator.client.CallEndListener;
import dev.reprise.simulator.client.Clients;
import dev.reprise.simulator.client.Target;
import dev.reprise.simulator.engine.Handler;
import dev.reprise.simulator.engine.World;
import java.util.Arrays;

/**
 * A service that makes one call to another service for each attempt it receives, with its own
 * retries. Its clients receive a result when that call ends.
 */
public final class Layer implements Target, Handler, CallEndListener {

  private static final int FIRST_CAPACITY = 16;

  private final World world;
  private final World.Port port;
  private final Clients above;
  private final Clients below;
  private final LayerSettings settings;
  private final Network network;
  private final ReplySender replies;
  private long[] askers = new long[FIRST_CAPACITY];
  private int nextProcess;

  /**
   * Creates a service without calls, and registers it for the ends of its own calls.
   *
   * @param world the simulated world
   * @param above the clients of this service
   * @param below the clients by which this service calls the next one
   * @param settings the settings of the service
   * @param network the latency of messages between the service and its clients
   */
  public Layer(World world, Clients above, Clients below, LayerSettings settings, Network network) {
    this.world = world;
    this.above = above;
    this.below = below.onCallEnd(this);
    this.settings = settings;
    this.network = network;
    port = world.join(this);
    replies = new ReplySender(world, above, network);
  }

  @Override
  public void begin(int slot, int serial, long atNanos) {
    port.at(atNanos + network.oneWayNanos(), 0, slot, serial);
  }

  @Override
  public void on(int kind, int slot, int serial) {
    long now = world.nowNanos();
    boolean awaited = above.isPending(slot, serial);
    if (settings.knowsDeadlines() && (!awaited || above.attemptDeadlineNanos(slot) <= now)) {
      return;
    }
    long deadline = settings.knowsDeadlines() ? above.attemptDeadlineNanos(slot) : Long.MAX_VALUE;
    nextProcess = nextProcess + 1 == settings.processes() ? 0 : nextProcess + 1;
    int call = below.begin(nextProcess, now, deadline);
    if (call >= askers.length) {
      askers = Arrays.copyOf(askers, call + (call >> 1) + 1);
    }
    askers[call] = (long) serial << 32 | slot;
  }

  @Override
  public void ended(int slot, int attempts, long durationNanos, StopReason reason) {
    replies.send(answer(attempts, reason), (int) askers[slot], (int) (askers[slot] >>> 32));
  }

  private AttemptResult answer(int attempts, StopReason reason) {
    if (reason == StopReason.SUCCEEDED) {
      return AttemptResult.SERVED;
    }
    boolean retried = attempts > 1 || reason == StopReason.ALREADY_RETRIED;
    return retried && settings.reportsRetries() ? AttemptResult.EXHAUSTED : AttemptResult.FAILED;
  }
}
