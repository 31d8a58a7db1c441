package dev.reprise.testbed.tcp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A proxy on a loopback port for any TCP server. It breaks connections at points that a test
 * defines.
 *
 * <pre>{@code
 * try (TcpProxy proxy = TcpProxy.to("127.0.0.1", server.port()).start()) {
 *   proxy.arm(FaultTrigger.cutAfter(Direction.TO_SERVER, "COMMIT", Cut.RESET));
 *   client.connect("127.0.0.1", proxy.port());
 * }
 * }</pre>
 *
 * <p>All settings can be changed while connections are open. If the server refuses a connection,
 * the proxy accepts it and then resets it; after {@link #refuse}, the proxy refuses connections
 * itself.
 */
public final class TcpProxy implements AutoCloseable {
  private final ProxyState state = new ProxyState();
  private final ListeningPort listeningPort = new ListeningPort(this::serve);
  private final AtomicInteger numbers = new AtomicInteger();
  private volatile InetSocketAddress target;
  private volatile boolean resetting;

  private TcpProxy(InetSocketAddress target) {
    this.target = target;
  }

  /**
   * Creates a proxy for a server. The proxy listens after {@link #start}.
   *
   * @param host the server's host
   * @param port the server's port, 1 to 65535
   * @return a proxy that does not listen yet
   * @throws IllegalArgumentException if {@code port} is below 0 or above 65535
   */
  public static TcpProxy to(String host, int port) {
    return new TcpProxy(new InetSocketAddress(host, port));
  }

  /**
   * Starts to listen on a free loopback port. Has no effect if the proxy already listens.
   *
   * @return this proxy
   * @throws IOException if no port is available
   */
  public TcpProxy start() throws IOException {
    listeningPort.open();
    return this;
  }

  /**
   * Returns the port for clients. It does not change while connections are refused.
   *
   * @return 1 to 65535; 0 before {@link #start}
   */
  public int port() {
    return listeningPort.port();
  }

  /**
   * Forwards new connections to a different server, for example one that was restarted on another
   * port. Open connections do not change.
   *
   * @param host the server's host
   * @param port the server's port, 1 to 65535
   * @throws IllegalArgumentException if {@code port} is below 0 or above 65535
   */
  public void retarget(String host, int port) {
    target = new InetSocketAddress(host, port);
  }

  /**
   * Refuses new connections, like a port without a listener. Open connections do not change.
   *
   * @throws IOException if the port cannot be bound again
   */
  public void refuse() throws IOException {
    listeningPort.refuse();
  }

  /** Accepts new connections and resets them at once. Open connections do not change. */
  public void resetNew() {
    resetting = true;
  }

  /**
   * Accepts new connections again after {@link #refuse} or {@link #resetNew}, on the same port.
   *
   * @throws IOException if the proxy cannot listen on the port
   */
  public void accept() throws IOException {
    resetting = false;
    listeningPort.open();
  }

  /**
   * Ends all open connections.
   *
   * @param cut the way in which they end
   * @return the number of connections that this call ended
   */
  public int cutAll(Cut cut) {
    return state.cutAll(cut);
  }

  /**
   * Ends one connection.
   *
   * @param connection number of the connection; 1 is the first one
   * @param cut the way in which it ends
   * @return true if the connection was open
   */
  public boolean cut(int connection, Cut cut) {
    return state.cut(connection, cut);
  }

  /**
   * Adds a trigger. If several triggers match the same bytes, the one added first fires. On open
   * connections, matching starts with the next byte.
   *
   * @param trigger the trigger
   * @return the same trigger
   */
  public FaultTrigger arm(FaultTrigger trigger) {
    state.triggers().add(trigger);
    return trigger;
  }

  /** Removes all triggers. */
  public void disarm() {
    state.triggers().clear();
  }

  /**
   * Drops responses at random. The request is forwarded, and the connection is cut at the first
   * byte of its response: the server has executed the request, and the client cannot know it. An
   * exchange begins with the first bytes of the client after a response; one random number decides
   * for each exchange. The random numbers of a connection depend only on the seed and on its
   * number.
   *
   * @param probability probability for each response, 0 to 1; 0 by default
   * @param seed seed of the random numbers, any value
   * @param cut the way in which the connection ends
   * @throws IllegalArgumentException if {@code probability} is not between 0 and 1
   */
  public void dropResponses(double probability, long seed, Cut cut) {
    state.drop(new ResponseDrop(probability, seed, cut));
  }

  /** Stops forwarding in both directions, until {@link #release}. */
  public void stall() {
    state.gate().stall(EnumSet.allOf(Direction.class));
  }

  /**
   * Stops forwarding in one direction, until {@link #release}.
   *
   * @param direction the stalled direction
   */
  public void stall(Direction direction) {
    state.gate().stall(EnumSet.of(direction));
  }

  /** Ends all stalls, including those of triggers, and forwards the held bytes. */
  public void release() {
    state.gate().release();
  }

  /**
   * Returns the number of accepted connections since the start, including those reset at once.
   *
   * @return at least 0
   */
  public int connectionsOpened() {
    return state.counts().opened();
  }

  /**
   * Returns the number of open connections.
   *
   * @return at least 0
   */
  public int connectionsOpen() {
    return state.counts().open();
  }

  /**
   * Returns the number of connections that the proxy has ended since the start: by a cut, a
   * trigger, a dropped response, or a reset on arrival.
   *
   * @return at least 0
   */
  public int connectionsCut() {
    return state.counts().cut();
  }

  /**
   * Waits until exactly this number of connections are open.
   *
   * @param connections the number, at least 0
   * @param atMost longest wait, at most 292 years; zero or less does not wait
   * @return true if the number is open, false if the time ran out
   * @throws InterruptedException if the thread is interrupted while it waits
   * @throws ArithmeticException if {@code atMost} is more than 292 years
   */
  public boolean awaitConnectionsOpen(int connections, Duration atMost)
      throws InterruptedException {
    return state.awaitOpen(connections, atMost);
  }

  /** Stops listening and resets every connection. Further calls have no effect. */
  @Override
  public void close() throws IOException {
    resetting = true;
    listeningPort.close();
    state.cutAll(Cut.RESET);
  }

  private void serve(Socket client) {
    if (resetting) {
      state.rejected();
      Cut.RESET.apply(client);
      return;
    }
    ProxyConnection connection = new ProxyConnection(state, client, numbers.incrementAndGet());
    state.add(connection);
    InetSocketAddress server = target;
    DaemonThreads.start("server-to-client-" + connection.number(), () -> connection.run(server));
  }
}
