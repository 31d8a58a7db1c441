package dev.reprise.simulator.target;

import dev.reprise.simulator.client.AttemptResult;
import dev.reprise.simulator.client.Clients;
import dev.reprise.simulator.engine.Handler;
import dev.reprise.simulator.engine.World;
import java.util.Arrays;

/**
 * Results that are on their way to clients, with the retry time of the server. Events carry numbers
 * only, so an event contains the ordinal of the result.
 */
@SuppressWarnings("EnumOrdinal")
final class ReplySender implements Handler {

  private static final AttemptResult[] ANSWERS = AttemptResult.values();
  private static final int FIRST_CAPACITY = 16;

  private final World world;
  private final World.Port port;
  private final Clients clients;
  private final Network network;
  private long[] hints = new long[FIRST_CAPACITY];

  ReplySender(World world, Clients clients, Network network) {
    this.world = world;
    this.clients = clients;
    this.network = network;
    port = world.join(this);
  }

  void send(AttemptResult answer, int slot, int serial) {
    send(answer, slot, serial, 0);
  }

  void send(AttemptResult answer, int slot, int serial, long hintNanos) {
    if (slot >= hints.length) {
      hints = Arrays.copyOf(hints, slot + (slot >> 1) + 1);
    }
    hints[slot] = hintNanos;
    port.at(world.nowNanos() + network.oneWayNanos(), answer.ordinal(), slot, serial);
  }

  @Override
  public void on(int kind, int slot, int serial) {
    clients.deliver(slot, serial, ANSWERS[kind], hints[slot]);
  }
}
