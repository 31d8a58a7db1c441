package dev.reprise.spring.http;

import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.http.HttpFault;
import dev.reprise.http.HttpOutcomeReader;
import dev.reprise.http.HttpResponseInfo;
import dev.reprise.jdkhttp.JdkFaults;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Maps the failures of the clients behind a {@code ClientHttpRequestFactory}. The classes of
 * clients that may be absent are known by name.
 */
final class SpringFaults implements HttpOutcomeReader {

  static final HttpOutcomeReader OUTCOMES = new SpringFaults();

  private static final int DEPTH = 8;

  private static final Map<String, HttpFault> CLASSES =
      Map.ofEntries(
          Map.entry(
              "org.apache.hc.client5.http.ConnectTimeoutException", HttpFault.CONNECT_TIMEOUT),
          Map.entry(
              "org.apache.hc.core5.http.ConnectionRequestTimeoutException",
              HttpFault.CONNECT_TIMEOUT),
          Map.entry("org.apache.hc.core5.http.NoHttpResponseException", HttpFault.CONNECTION_LOST),
          Map.entry(
              "org.apache.hc.core5.http.ConnectionClosedException", HttpFault.CONNECTION_LOST),
          Map.entry("org.apache.hc.core5.http.TruncatedChunkException", HttpFault.CONNECTION_LOST),
          Map.entry("org.apache.hc.client5.http.ClientProtocolException", HttpFault.PROTOCOL),
          Map.entry("org.apache.hc.core5.http.HttpException", HttpFault.PROTOCOL),
          Map.entry("org.apache.hc.core5.http.MessageConstraintException", HttpFault.PROTOCOL),
          Map.entry("org.apache.hc.core5.http.MalformedChunkCodingException", HttpFault.PROTOCOL),
          Map.entry("io.netty.channel.ConnectTimeoutException", HttpFault.CONNECT_TIMEOUT),
          Map.entry("io.netty.handler.timeout.ReadTimeoutException", HttpFault.TIMEOUT),
          Map.entry(
              "reactor.netty.http.client.PrematureCloseException", HttpFault.CONNECTION_LOST));

  private SpringFaults() {}

  @Override
  public @Nullable HttpResponseInfo response(Object result) {
    return result instanceof RetriedResponse response ? response.info() : null;
  }

  @Override
  public @Nullable HttpFault fault(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < DEPTH; depth++) {
      HttpFault known = byClass(cause);
      if (known != null) {
        return known;
      }
      cause = cause.getCause();
    }
    return isOfExchange(failure) ? JdkFaults.of(failure) : null;
  }

  private static @Nullable HttpFault byClass(Throwable failure) {
    for (Class<?> type = failure.getClass(); type != null; type = type.getSuperclass()) {
      HttpFault known = CLASSES.get(type.getName());
      if (known != null) {
        return known;
      }
    }
    return failure instanceof SocketTimeoutException ? HttpFault.TIMEOUT : null;
  }

  /** Other exceptions come from interceptors, and the conditions of the policy decide. */
  private static boolean isOfExchange(Throwable failure) {
    return failure instanceof IOException || failure instanceof AttemptTimeoutException;
  }
}
