package dev.reprise.testbed.tcp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The connection of a client and its connection to the server. Two pumps forward the bytes, one in
 * each direction. The pump that ends the connection first decides how it ends; the other pump then
 * finds its socket closed.
 */
final class ProxyConnection {
  private final ProxyState state;
  private final Socket client;
  private final Socket server = new Socket();
  private final int number;
  private final AtomicBoolean ended = new AtomicBoolean();
  private final AtomicInteger finished = new AtomicInteger();
  private final AtomicReference<@Nullable Cut> discarding = new AtomicReference<>();

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
    ExchangeTracker tracker = new ExchangeTracker(state::drop, number);
    DaemonThreads.start(
        "client-to-server-" + number, pump(Direction.TO_SERVER, client, server, tracker));
    pump(Direction.TO_CLIENT, server, client, tracker).run();
  }

  private Pump pump(Direction direction, Socket from, Socket to, ExchangeTracker tracker) {
    return new Pump(this, state, direction, from, to, tracker);
  }

  boolean ended() {
    return ended.get();
  }

  int number() {
    return number;
  }

  /** Discards all further bytes of the server. The first one cuts the connection. */
  void discardResponse(Cut cut) {
    discarding.set(cut);
  }

  /** Cuts the connection if the response is to be discarded, and returns whether it did. */
  boolean cutsInsteadOfResponse() {
    Cut cut = discarding.get();
    if (cut != null) {
      cut(cut);
    }
    return cut != null;
  }

  boolean cut(Cut cut) {
    return end(cut, true);
  }

  /** One side has sent FIN. When both sides have, the connection ends with FIN. */
  void halfClosed(Socket to) throws IOException {
    if (finished.incrementAndGet() == 2) {
      end(Cut.FIN, false);
    } else {
      to.shutdownOutput();
    }
  }

  /** One side has failed. The other side sees a reset, as without a proxy. */
  void fail() {
    end(Cut.RESET, false);
  }

  private boolean end(Cut cut, boolean isFault) {
    if (!ended.compareAndSet(false, true)) {
      return false;
    }
    if (isFault) {
      state.countCut();
    }
    cut.apply(client);
    cut.apply(server);
    state.remove(this);
    return true;
  }
}
