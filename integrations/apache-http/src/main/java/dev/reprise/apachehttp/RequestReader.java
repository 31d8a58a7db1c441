package dev.reprise.apachehttp;

import dev.reprise.http.HttpRequestInfo;
import dev.reprise.http.IdempotencyKeyField;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.MessageHeaders;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** Reads properties of a request before it is sent. */
final class RequestReader {

  private static final Duration UNLIMITED = Duration.ofNanos(Long.MAX_VALUE);

  private RequestReader() {}

  static HttpRequestInfo info(HttpRequest request, HttpRoute route) {
    return new HttpRequestInfo(
        request.getMethod(),
        origin(route.getTargetHost()),
        HttpRequestInfo.keyOf(values(request, IdempotencyKeyField.NAME)));
  }

  static List<String> values(MessageHeaders message, String name) {
    return Arrays.stream(message.getHeaders(name)).map(Header::getValue).toList();
  }

  /**
   * Returns true for {@code Cache-Control: only-if-cached}: the response is from a cache in the
   * client, or a 504 that the cache creates.
   */
  static boolean isOnlyForCache(MessageHeaders request) {
    return values(request, "Cache-Control").stream()
        .flatMap(line -> Arrays.stream(line.split(",")))
        .anyMatch(directive -> directive.strip().equalsIgnoreCase("only-if-cached"));
  }

  private static String origin(HttpHost target) {
    String scheme = target.getSchemeName().toLowerCase(Locale.ROOT);
    String host = target.getHostName().toLowerCase(Locale.ROOT);
    int port = target.getPort() >= 0 ? target.getPort() : scheme.equals("https") ? 443 : 80;
    return scheme + "://" + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }

  /** The request as an object that its caller can cancel; null if it cannot be cancelled. */
  static @Nullable CancellableDependency cancellable(HttpRequest request) {
    return request instanceof CancellableDependency dependency ? dependency : null;
  }

  /** Limits the wait for a connection from the pool to the time of the attempt. */
  static RequestConfig limited(RequestConfig config, Duration time) {
    Timeout configured = config.getConnectionRequestTimeout();
    boolean isShorter =
        configured != null
            && !configured.isDisabled()
            && configured.toDuration().compareTo(time) <= 0;
    if (isShorter || time.compareTo(UNLIMITED) >= 0) {
      return config;
    }
    long millis = Math.max(1, time.toMillis());
    return RequestConfig.copy(config)
        .setConnectionRequestTimeout(Timeout.ofMilliseconds(millis))
        .build();
  }
}
