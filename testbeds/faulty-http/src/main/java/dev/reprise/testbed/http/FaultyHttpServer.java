package dev.reprise.testbed.http;

import dev.reprise.testbed.http.internal.exchange.Connection;
import dev.reprise.testbed.http.internal.server.ScriptedActions;
import dev.reprise.testbed.http.internal.server.ServerPipeline;
import dev.reprise.testbed.http.internal.server.ServerState;
import dev.reprise.testbed.http.internal.server.TestCertificate;
import dev.reprise.testbed.http.log.RequestLog;
import dev.reprise.testbed.http.protocol.Transport;
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
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP server on a loopback port that responds and fails as its scripts define.
 *
 * <pre>{@code
 * try (FaultyHttpServer server = FaultyHttpServer.start(Transport.HTTP_1_OR_H2C)) {
 *   server.script("/orders", Step.reply(503), Faults.resetInHeaders(), Step.reply(200, "done"));
 *   client.send(HttpRequest.newBuilder(server.uri("/orders")).build(), BodyHandlers.ofString());
 *   assertEquals(3, server.requestLog().executedCount()); // if the client retries
 * }
 * }</pre>
 *
 * <p>Each request of a path takes the next step of its script. The server responds with status 200
 * to a path without a script. Scripts can be changed while requests run, from any thread.
 */
@SuppressWarnings("FutureReturnValueIgnored")
public final class FaultyHttpServer implements AutoCloseable {
  private static final int BACKLOG = 4096;
  private static final int THREADS = 2;
  private static final int DEFAULT_MAX_STREAMS = 100_000;

  private final ServerState state;
  private final Transport transport;
  private final EventLoopGroup acceptor;
  private final EventLoopGroup loops;
  private final Channel listener;

  private FaultyHttpServer(Transport transport, int maxStreams) {
    this.state = new ServerState(maxStreams);
    this.transport = transport;
    SslContext tls =
        transport.usesTls()
            ? TestCertificate.INSTANCE.serverContext(transport.supportsHttp2())
            : null;
    // A separate thread, so that many TLS handshakes at once do not overflow the backlog.
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
        .childHandler(new ServerPipeline(state, transport, tls))
        .bind(InetAddress.getLoopbackAddress(), 0)
        .syncUninterruptibly()
        .channel();
  }

  /**
   * Starts a server on a free port.
   *
   * @param transport HTTP versions and TLS
   * @return the running server
   * @throws IOException if TLS cannot be set up
   */
  public static FaultyHttpServer start(Transport transport) throws IOException {
    return start(transport, DEFAULT_MAX_STREAMS);
  }

  /**
   * Starts a server on a free port with a limit of concurrent streams on each HTTP/2 connection.
   * The HTTP client of the JDK does not send a request above the limit; it fails with {@code too
   * many concurrent streams}.
   *
   * @param transport HTTP versions and TLS
   * @param maxStreams SETTINGS_MAX_CONCURRENT_STREAMS, at least 1; 100,000 by default
   * @return the running server
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
   * Reserves a port that refuses connections.
   *
   * @return the port, which the caller closes
   * @throws IOException if no port can be bound
   */
  public static RefusingPort refusingPort() throws IOException {
    return new RefusingPort();
  }

  /**
   * Sets the script of a path, and replaces an earlier one. The first request takes the first step,
   * the second request the second step, and so on; the last step repeats.
   *
   * @param path without a query, such as {@code /orders}
   * @param steps at least one step
   * @throws IllegalArgumentException if {@code steps} is empty
   */
  public void script(String path, Step... steps) {
    List<Step> list = List.of(steps);
    if (list.isEmpty()) {
      throw new IllegalArgumentException("steps must have at least 1 element, but had 0");
    }
    script(path, (request, number) -> list.get(Math.min(number, list.size()) - 1));
  }

  /**
   * Sets the script of a path, and replaces an earlier one.
   *
   * @param path without a query, such as {@code /orders}
   * @param script called for each request, on the server's threads
   */
  public void script(String path, Script script) {
    state.scripts().set(path, actions(script));
  }

  private static ScriptedActions actions(Script script) {
    return (request, number) -> script.next(request, number).action();
  }

  /**
   * Sets the script of all paths that have none. By default the server responds with status 200.
   *
   * @param script called for each request, on the server's threads; it numbers the requests of all
   *     these paths together
   */
  public void scriptOtherPaths(Script script) {
    state.scripts().setOtherPaths(actions(script));
  }

  /**
   * Resets the next connections as soon as they are accepted, before TLS and before any request.
   *
   * @param connections the number of connections, at least 0; replaces the remaining number of an
   *     earlier call
   */
  public void resetNextConnections(int connections) {
    state.resetsOnAccept().set(connections);
  }

  /** Closes, with FIN, each connection that has no unfinished request. */
  public void closeIdleConnections() {
    state.connections().forEach(Connection::closeIfIdle);
  }

  /** Sends every stalled response. Responses that stall later wait for the next release. */
  public void release() {
    state.exchanges().stalled().release();
  }

  /**
   * Waits until at least this number of responses are stalled.
   *
   * @param responses the number, at least 0, including responses whose client has left
   * @param atMost longest wait, at most 292 years; zero or less does not wait
   * @return true if they are stalled, false if the time ran out
   * @throws InterruptedException if the thread is interrupted while it waits
   * @throws ArithmeticException if {@code atMost} is more than 292 years
   */
  public boolean awaitStalled(int responses, Duration atMost) throws InterruptedException {
    return state.exchanges().stalled().await(responses, atMost);
  }

  /**
   * Returns the log of requests and connections.
   *
   * @return always the same object
   */
  public RequestLog requestLog() {
    return state.exchanges().log();
  }

  /**
   * Returns the port on which the server listens.
   *
   * @return 1 to 65535
   */
  public int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  /**
   * Returns an address of this server.
   *
   * @param path the path with a leading slash, optionally with a query
   * @return an https URI if the transport uses TLS, otherwise an http URI
   */
  public URI uri(String path) {
    return URI.create((transport.usesTls() ? "https" : "http") + "://127.0.0.1:" + port() + path);
  }

  /**
   * Returns the TLS context for clients. It trusts only the certificate of these servers.
   *
   * @return the context, which all clients share
   */
  public static SSLContext clientTls() {
    return TestCertificate.INSTANCE.clientContext();
  }

  /**
   * Returns the trust manager of {@link #clientTls}, for clients that need it separately.
   *
   * @return a trust manager for the certificate of these servers
   */
  public static X509TrustManager clientTrust() {
    return TestCertificate.INSTANCE.trustManager();
  }

  /** Stops listening and closes every connection. Further calls have no effect. */
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
