package dev.reprise.testbed.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP server on the loopback interface that fails as a script says.
 *
 * <pre>{@code
 * try (FaultyHttpServer server = FaultyHttpServer.start(Transport.HTTP_1_OR_H2C)) {
 *   server.script("/orders", Step.reply(503), Faults.resetInHeaders(), Step.reply(200, "done"));
 *   client.send(HttpRequest.newBuilder(server.uri("/orders")).build(), BodyHandlers.ofString());
 *   server.requestLog().executedCount(); // 3
 * }
 * }</pre>
 *
 * <p>Each request of a path takes the next step of its script. A path without a script answers 200.
 * Everything can be changed while requests run, from any thread.
 */
@SuppressWarnings("FutureReturnValueIgnored")
public final class FaultyHttpServer implements AutoCloseable {
  private static final int BACKLOG = 4096;
  private static final int THREADS = 2;
  private static final int MANY_STREAMS = 100_000;

  private final ServerState state;
  private final Transport transport;
  private final EventLoopGroup acceptor;
  private final EventLoopGroup loops;
  private final Channel listener;

  private FaultyHttpServer(Transport transport, int maxStreams) throws SSLException {
    this.state = new ServerState(maxStreams);
    this.transport = transport;
    SslContext tls =
        transport.tls() ? TlsIdentity.LOCALHOST.serverContext(transport.http2()) : null;
    // A thread of its own, so that a storm of TLS handshakes does not overflow the backlog.
    this.acceptor = newLoops(1);
    this.loops = newLoops(THREADS);
    this.listener = listen(tls);
  }

  private static EventLoopGroup newLoops(int threads) {
    return new MultiThreadIoEventLoopGroup(
        threads, new DefaultThreadFactory("faulty-http", true), NioIoHandler.newFactory());
  }

  private Channel listen(@Nullable SslContext tls) {
    return new ServerBootstrap()
        .group(acceptor, loops)
        .channel(NioServerSocketChannel.class)
        .option(ChannelOption.SO_BACKLOG, BACKLOG)
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childHandler(new Pipeline(state, transport, tls))
        .bind(InetAddress.getLoopbackAddress(), 0)
        .syncUninterruptibly()
        .channel();
  }

  /**
   * Starts a server on a free port.
   *
   * @param transport what it speaks
   * @return a server that listens
   * @throws IOException if TLS cannot be set up
   */
  public static FaultyHttpServer start(Transport transport) throws IOException {
    return start(transport, MANY_STREAMS);
  }

  /**
   * Starts a server on a free port that allows few streams on each connection of HTTP/2. The JDK's
   * client fails a request above the limit with {@code too many concurrent streams}, unsent.
   *
   * @param transport what it speaks
   * @param maxStreams SETTINGS_MAX_CONCURRENT_STREAMS, at least 1; 100,000 by default
   * @return a server that listens
   * @throws IOException if TLS cannot be set up
   * @throws IllegalArgumentException if {@code maxStreams} is below 1
   */
  public static FaultyHttpServer start(Transport transport, int maxStreams) throws IOException {
    if (maxStreams < 1) {
      throw new IllegalArgumentException("maxStreams must be at least 1, but was " + maxStreams);
    }
    return new FaultyHttpServer(transport, maxStreams);
  }

  /**
   * A port on which nobody listens, kept free until it is closed.
   *
   * @return the port
   * @throws IOException if no port can be had
   */
  public static RefusingPort refusingPort() throws IOException {
    return new RefusingPort();
  }

  /**
   * Sets what happens at a path, in place of what was set before: the first request takes the first
   * step, the next the second, and so on; the last step repeats.
   *
   * @param path without a query, such as {@code /orders}
   * @param steps at least 1
   * @throws IllegalArgumentException if there is no step
   */
  public void script(String path, Step... steps) {
    handle(path, PathScripts.lastRepeats(List.of(steps)));
  }

  /**
   * Sets who decides what happens at a path, in place of what was set before.
   *
   * @param path without a query, such as {@code /orders}
   * @param behaviour called for each request, on the server's threads
   */
  public void handle(String path, Behaviour behaviour) {
    state.script().set(path, behaviour);
  }

  /**
   * Sets who decides what happens at all paths without a script; they answer 200 at first.
   *
   * @param behaviour called for each request, on the server's threads; its numbers count over all
   *     these paths
   */
  public void handleOthers(Behaviour behaviour) {
    state.script().setOtherwise(behaviour);
  }

  /**
   * Resets the next connections as soon as they are accepted, before TLS and before any request.
   *
   * @param connections how many, in place of what is left of an earlier number
   */
  public void resetNextConnections(int connections) {
    state.resetsOnAccept().set(connections);
  }

  /** Closes, in order, each connection that carries no request now. */
  public void closeIdleConnections() {
    state.connections().forEach(Connection::closeIfIdle);
  }

  /** Lets every stalled answer go on. What stalls later waits for the next release. */
  public void release() {
    state.stalls().release();
  }

  /**
   * Waits until a number of responses are stalled.
   *
   * @param answers how many, those included whose client went away
   * @param atMost how long to wait
   * @return whether so many are stalled
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public boolean awaitStalled(int answers, Duration atMost) throws InterruptedException {
    return state.stalls().await(answers, atMost);
  }

  /**
   * What the server has seen and done.
   *
   * @return the same requestLog each time
   */
  public RequestLog requestLog() {
    return state.requestLog();
  }

  /**
   * The port that the server listens to.
   *
   * @return 1 to 65535
   */
  public int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  /**
   * An address of this server.
   *
   * @param path the path, beginning with a slash, and a query
   * @return an http or https URI as the transport asks
   */
  public URI uri(String path) {
    return URI.create((transport.tls() ? "https" : "http") + "://127.0.0.1:" + port() + path);
  }

  /**
   * A TLS context for clients, which trusts the certificate of these servers and no other.
   *
   * @return a new context
   */
  public static SSLContext clientTls() {
    return TlsIdentity.LOCALHOST.clientContext();
  }

  /**
   * The trust of {@link #clientTls}, for clients that ask for it separately.
   *
   * @return a trust manager for the certificate of these servers
   */
  public static X509TrustManager clientTrust() {
    return TlsIdentity.LOCALHOST.trustManager();
  }

  /** Stops listening and ends every connection. May be called again. */
  @Override
  public void close() {
    if (acceptor.isShuttingDown()) {
      return;
    }
    listener.close().syncUninterruptibly();
    acceptor.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
