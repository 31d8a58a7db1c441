package dev.reprise.reactor.webclient;

import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.http.HttpFault;
import dev.reprise.http.HttpOutcomeReader;
import dev.reprise.http.HttpResponseInfo;
import dev.reprise.http.client.IoFaults;
import dev.reprise.jdkhttp.JdkFaults;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Map;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.client.WebClientRequestException;

/**
 * Maps the failures of the connectors of a {@code WebClient}. The classes of connectors, which may
 * be absent, are known by name.
 */
final class WebClientFaults implements HttpOutcomeReader {

  static final HttpOutcomeReader OUTCOMES = new WebClientFaults();

  private static final int DEPTH = 8;

  private static final Map<String, HttpFault> CLASSES =
      Map.ofEntries(
          Map.entry("io.netty.channel.ConnectTimeoutException", HttpFault.CONNECT_TIMEOUT),
          Map.entry(
              "reactor.netty.internal.shaded.reactor.pool.PoolAcquireTimeoutException",
              HttpFault.CONNECT_TIMEOUT),
          Map.entry("io.netty.handler.ssl.SslHandshakeTimeoutException", HttpFault.CONNECT_TIMEOUT),
          Map.entry("io.netty.handler.timeout.TimeoutException", HttpFault.TIMEOUT),
          Map.entry("reactor.netty.channel.AbortedException", HttpFault.CONNECTION_LOST),
          Map.entry(
              "reactor.netty.http.client.PrematureCloseException", HttpFault.CONNECTION_LOST));

  /** Decoders wrap the failures of TLS too, which are known by their causes. */
  private static final Map<String, HttpFault> DECODERS =
      Map.of("io.netty.handler.codec.DecoderException", HttpFault.PROTOCOL);

  private WebClientFaults() {}

  @Override
  public @Nullable HttpResponseInfo response(Object result) {
    return result instanceof HeldResponse response ? response : null;
  }

  @Override
  public @Nullable HttpFault fault(Throwable failure) {
    return afterRequest(failure);
  }

  /** Maps a failure of an attempt that had not begun to write its request. */
  static @Nullable HttpFault beforeRequest(Throwable failure) {
    HttpFault known = byClass(failure, CLASSES);
    if (known == HttpFault.CONNECT_TIMEOUT) {
      return known;
    }
    IOException io = ioException(failure);
    if (io instanceof SSLException tls && !(tls instanceof SSLHandshakeException)) {
      HttpFault fault = JdkFaults.of(tls); // Netty reports a lost connection in this way
      return fault == HttpFault.CONNECTION_LOST ? HttpFault.HANDSHAKE : fault;
    }
    return io == null ? null : IoFaults.beforeRequest(io);
  }

  /** Maps a failure of an attempt that may have begun to write its request. */
  static @Nullable HttpFault afterRequest(Throwable failure) {
    HttpFault known = byClass(failure, CLASSES);
    if (known != null) {
      return known;
    }
    IOException io = ioException(failure);
    if (io != null) {
      return JdkFaults.of(io);
    }
    if (failure instanceof AttemptTimeoutException) {
      return HttpFault.TIMEOUT;
    }
    HttpFault decoding = byClass(failure, DECODERS);
    return decoding == null && isInvalidRequest(failure) ? HttpFault.CLIENT : decoding;
  }

  /** Returns true if the connector refused the request, for example for a header field. */
  private static boolean isInvalidRequest(Throwable failure) {
    return failure instanceof WebClientRequestException
        && failure.getCause() instanceof IllegalArgumentException;
  }

  private static @Nullable IOException ioException(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < DEPTH; depth++) {
      if (cause instanceof IOException io) {
        return io;
      }
      cause = cause.getCause();
    }
    return null;
  }

  private static @Nullable HttpFault byClass(Throwable failure, Map<String, HttpFault> classes) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < DEPTH; depth++) {
      for (Class<?> type = cause.getClass(); type != null; type = type.getSuperclass()) {
        HttpFault known = classes.get(type.getName());
        if (known != null) {
          return known;
        }
      }
      if (cause instanceof SocketTimeoutException) {
        return HttpFault.TIMEOUT;
      }
      cause = cause.getCause();
    }
    return null;
  }
}
