package dev.reprise.simulator.target;

import dev.reprise.decision.StopReason;
import dev.reprise.simulator.client.Answer;
import dev.reprise.simulator.client.CallEndListener;
import dev.reprise.simulator.client.Clients;
import dev.reprise.simulator.client.Target;
import dev.reprise.simulator.engine.Handler;
import dev.reprise.simulator.engine.World;
import java.util.Arrays;

/**
 * A service that calls another one for each attempt made on it, and retries by itself: the clients
 * above are answered as its own calls end.
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
   * A service that has nothing to do; it hears the ends of its own calls.
   *
   * @param world where it is
   * @param above who calls it
   * @param below its own calls, which go to the next service
   * @param settings its work in addition to its calls
   * @param network between it and those above
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
    boolean awaited = above.awaits(slot, serial);
    if (settings.knowsDeadlines() && (!awaited || above.patienceEndNanos(slot) <= now)) {
      return;
    }
    long deadline = settings.knowsDeadlines() ? above.patienceEndNanos(slot) : Long.MAX_VALUE;
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

  private Answer answer(int attempts, StopReason reason) {
    if (reason == StopReason.SUCCEEDED) {
      return Answer.SERVED;
    }
    boolean retried = attempts > 1 || reason == StopReason.ALREADY_RETRIED;
    return retried && settings.reportsRetries() ? Answer.EXHAUSTED : Answer.FAILED;
  }
}
