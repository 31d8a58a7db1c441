package dev.reprise.testbed.tcp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection and the connection to the server that belongs to it. Two pumps move its
 * bytes, one in each direction. The first of them to end the connection decides how it ends; the
 * other pump then finds its socket closed.
 */
final class ProxyConnection {
  private final ProxyState state;
  private final Socket client;
  private final Socket server = new Socket();
  private final int number;
  private final AtomicBoolean ended = new AtomicBoolean();
  private final AtomicInteger finished = new AtomicInteger();
  private final AtomicReference<@Nullable Cut> swallowing = new AtomicReference<>();

  ProxyConnection(ProxyState state, Socket client, int number) {
    this.state = state;
    this.client = client;
    this.number = number;
  }

  void run(InetSocketAddress target) {
    try {
      server.connect(target);
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
    } catch (IOException e) {
      end(Cut.RESET, false);
      return;
    }
    ExchangeTracker watch = new ExchangeTracker(state::drop, number);
    DaemonThreads.start(
        "client-to-server-" + number, pump(Direction.TO_SERVER, client, server, watch));
    pump(Direction.TO_CLIENT, server, client, watch).run();
  }

  private Pump pump(Direction direction, Socket from, Socket to, ExchangeTracker watch) {
    return new Pump(this, state, direction, from, to, watch);
  }

  boolean ended() {
    return ended.get();
  }

  int number() {
    return number;
  }

  /** From now on no byte of the server reaches the client; the first one cuts the connection. */
  void swallowAnswer(Cut cut) {
    swallowing.set(cut);
  }

  /** Cuts now if the answer is to be swallowed. */
  boolean swallows() {
    Cut cut = swallowing.get();
    if (cut != null) {
      cut(cut);
    }
    return cut != null;
  }

  boolean cut(Cut cut) {
    return end(cut, true);
  }

  /** One side has said FIN; when both have, the connection ends in order. */
  void halfClosed(Socket to) throws IOException {
    if (finished.incrementAndGet() == 2) {
      end(Cut.FIN, false);
    } else {
      to.shutdownOutput();
    }
  }

  /** One side has failed: the other sees a reset, as it would without a proxy between. */
  void broken() {
    end(Cut.RESET, false);
  }

  private boolean end(Cut cut, boolean byScript) {
    if (!ended.compareAndSet(false, true)) {
      return false;
    }
    if (byScript) {
      state.cutting();
    }
    cut.apply(client);
    cut.apply(server);
    state.ended(this);
    return true;
  }
}
