package dev.reprise.testbed.tcp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A proxy on the loopback interface in front of any TCP server, which breaks connections at the
 * points that a test sets.
 *
 * <pre>{@code
 * try (TcpProxy proxy = TcpProxy.to("127.0.0.1", server.port()).start()) {
 *   proxy.arm(FaultTrigger.cutAfter(Direction.TO_SERVER, "COMMIT", Cut.RESET));
 *   ...
 * }
 * }</pre>
 *
 * <p>Everything can be changed while connections run, from any thread. A connection to a server
 * that does not answer is accepted and then reset; {@link #refuse} makes the proxy itself refuse.
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
   * A proxy in front of a server. It listens after {@link #start}.
   *
   * @param host the server's host
   * @param port the server's port, 1 to 65535
   * @return a proxy that is not started
   */
  public static TcpProxy to(String host, int port) {
    return new TcpProxy(new InetSocketAddress(host, port));
  }

  /**
   * Begins to listen on a free port of the loopback interface. Does nothing when it listens
   * already.
   *
   * @return this proxy
   * @throws IOException if no port is available
   */
  public TcpProxy start() throws IOException {
    listeningPort.open();
    return this;
  }

  /**
   * The port that clients connect to. It stays the same while connections are refused.
   *
   * @return a port, or 0 before {@link #start}
   */
  public int port() {
    return listeningPort.port();
  }

  /**
   * Sends new connections to another server, such as one that was started again on another port.
   * The connections that run stay where they are.
   *
   * @param host the server's host
   * @param port the server's port, 1 to 65535
   */
  public void retarget(String host, int port) {
    target = new InetSocketAddress(host, port);
  }

  /**
   * Refuses new connections, as a port without a listener does. Connections that run stay.
   *
   * @throws IOException if the port cannot be kept
   */
  public void refuse() throws IOException {
    listeningPort.refuse();
  }

  /** Accepts new connections and resets them at once. Connections that run stay. */
  public void resetNew() {
    resetting = true;
  }

  /**
   * Takes new connections again, after {@link #refuse} or {@link #resetNew}, on the same port.
   *
   * @throws IOException if the port cannot be listened to
   */
  public void accept() throws IOException {
    resetting = false;
    listeningPort.open();
  }

  /**
   * Ends all connections that run.
   *
   * @param cut how they end
   * @return how many it ended
   */
  public int cutAll(Cut cut) {
    return state.cutAll(cut);
  }

  /**
   * Ends one connection.
   *
   * @param connection its number: 1 is the first that was opened
   * @param cut how it ends
   * @return whether it ran
   */
  public boolean cut(int connection, Cut cut) {
    return state.cut(connection, cut);
  }

  /**
   * Adds a trigger. If several match the same bytes, the one added first fires. Open connections
   * are watched from their next byte on.
   *
   * @param trigger the bytes to wait for and the fault that they cause
   * @return the same trigger, which reports whether it has fired
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
   * Loses answers at random: the request is forwarded, and at the first byte of its answer the
   * connection is cut, so the server has acted and the client cannot know. An exchange begins with
   * the client's first bytes after an answer; each draws once. The draws of a connection depend on
   * the seed and on its number only.
   *
   * @param probability of each answer, 0 (never, as at first) to 1
   * @param seed where the draws begin
   * @param cut how the connection ends
   * @throws IllegalArgumentException if {@code probability} is not between 0 and 1
   */
  public void dropAnswers(double probability, long seed, Cut cut) {
    state.drop(new ResponseDrop(probability, seed, cut));
  }

  /** Forwards nothing from now on, in both directions, until {@link #release}. */
  public void stall() {
    state.gate().stall(EnumSet.allOf(Direction.class));
  }

  /**
   * Forwards nothing in one direction from now on, until {@link #release}.
   *
   * @param direction which way nothing passes
   */
  public void stall(Direction direction) {
    state.gate().stall(EnumSet.of(direction));
  }

  /** Forwards what was held and all that follows: it ends each stall, also those of triggers. */
  public void release() {
    state.gate().release();
  }

  /**
   * The number of accepted connections, including those reset at once.
   *
   * @return a number of connections since the start
   */
  public int connectionsOpened() {
    return state.counts().opened();
  }

  /**
   * The number of open connections.
   *
   * @return a number of connections
   */
  public int connectionsOpen() {
    return state.counts().open();
  }

  /**
   * The number of connections that the proxy has ended: by a cut, a trigger, a lost answer, or a
   * reset on arrival.
   *
   * @return a number of connections since the start
   */
  public int connectionsCut() {
    return state.counts().cut();
  }

  /**
   * Waits until a number of connections run.
   *
   * @param connections how many
   * @param atMost how long to wait
   * @return whether this number was reached in time
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public boolean awaitConnectionsOpen(int connections, Duration atMost)
      throws InterruptedException {
    return state.awaitOpen(connections, atMost);
  }

  /** Stops listening and resets every connection. May be called again. */
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
    state.began(connection);
    InetSocketAddress server = target;
    DaemonThreads.start("server-to-client-" + connection.number(), () -> connection.run(server));
  }
}
