package dev.reprise.simulator.target;

import dev.reprise.simulator.client.Answer;
import dev.reprise.simulator.client.Clients;
import dev.reprise.simulator.engine.Handler;
import dev.reprise.simulator.engine.World;
import java.util.Arrays;

/**
 * Answers on their way to clients, with what the server asks for. Events carry numbers, so an
 * answer travels as its place in the list of all.
 */
@SuppressWarnings("EnumOrdinal")
final class ReplySender implements Handler {

  private static final Answer[] ANSWERS = Answer.values();
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

  void send(Answer answer, int slot, int serial) {
    send(answer, slot, serial, 0);
  }

  void send(Answer answer, int slot, int serial, long hintNanos) {
    if (slot >= hints.length) {
      hints = Arrays.copyOf(hints, slot + (slot >> 1) + 1);
    }
    hints[slot] = hintNanos;
    port.at(world.nowNanos() + network.oneWayNanos(), answer.ordinal(), slot, serial);
  }

  @Override
  public void on(int kind, int slot, int serial) {
    clients.answered(slot, serial, ANSWERS[kind], hints[slot]);
  }
}
