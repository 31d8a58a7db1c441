package dev.reprise.opensearch;

import dev.reprise.time.TimeText;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A transport by the HTTP client of the JDK, which sends each request once. Immutable.
 *
 * <table>
 *   <caption>Defaults</caption>
 *   <tr><td>client</td><td>HTTP/1.1, connect timeout 10 s</td></tr>
 *   <tr><td>timeout of a request</td><td>60 s</td></tr>
 *   <tr><td>header fields</td><td>{@code Content-Type} and {@code Accept}</td></tr>
 * </table>
 */
public final class HttpClientTransport implements BulkTransport {

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

  /** More than this overflows in the client. */
  private static final Duration MAX_TIMEOUT = Duration.ofNanos(Long.MAX_VALUE);

  private static final int MAX_PORT = 65_535;
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /**
   * Far more than the results of the largest request; a hostile server must not fill the memory.
   */
  private static final int MAX_RESPONSE = 64 << 20;

  private final HttpClient client;
  private final URI endpoint;
  private final Duration timeout;
  private final Map<String, String> headers;
  private final int maxResponse;

  private HttpClientTransport(
      HttpClient client,
      URI endpoint,
      Duration timeout,
      Map<String, String> headers,
      int maxResponse) {
    this.client = client;
    this.endpoint = endpoint;
    this.timeout = timeout;
    this.headers = headers;
    this.maxResponse = maxResponse;
  }

  /**
   * Creates a transport with a client of its own.
   *
   * @param endpoint address of the server, such as {@code http://localhost:9200}; a path is kept
   * @return a transport with the defaults
   * @throws IllegalArgumentException if the address is not {@code http} or {@code https}, has no
   *     host or a port above 65,535, or has user information, a query or a fragment
   */
  public static HttpClientTransport of(URI endpoint) {
    HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            .build();
    return of(client, endpoint);
  }

  /**
   * Creates a transport.
   *
   * @param client used, not closed; its connect timeout, proxy and TLS settings apply
   * @param endpoint as for {@link #of(URI)}
   * @return a transport with the defaults
   * @throws IllegalArgumentException as for {@link #of(URI)}
   */
  public static HttpClientTransport of(HttpClient client, URI endpoint) {
    Objects.requireNonNull(client, "client");
    return new HttpClientTransport(client, checked(endpoint), TIMEOUT, Map.of(), MAX_RESPONSE);
  }

  private static URI checked(URI endpoint) {
    boolean http =
        "http".equalsIgnoreCase(endpoint.getScheme())
            || "https".equalsIgnoreCase(endpoint.getScheme());
    if (!http || endpoint.getHost() == null) {
      throw new IllegalArgumentException(
          "endpoint must be an http or https address with a host, but was "
              + (endpoint.getRawUserInfo() == null ? endpoint : "one with user information"));
    }
    if (endpoint.getRawUserInfo() != null) {
      throw new IllegalArgumentException(
          "endpoint must not contain user information: use withBasicAuth");
    }
    if (endpoint.getPort() > MAX_PORT) {
      throw new IllegalArgumentException(
          "endpoint must have a port of at most " + MAX_PORT + ", but was " + endpoint);
    }
    if (endpoint.getRawQuery() != null || endpoint.getRawFragment() != null) {
      throw new IllegalArgumentException(
          "endpoint must have no query and no fragment, but was " + endpoint);
    }
    return endpoint;
  }

  /**
   * Adds a header field to each request.
   *
   * @param name name of the field, such as {@code Authorization}; replaces an earlier field of
   *     exactly this name
   * @param value its value
   * @return a copy with this field
   * @throws IllegalArgumentException if the client of the JDK cannot send the field: its name or
   *     value contains characters that are not allowed, or the name is restricted, such as {@code
   *     Host}
   */
  public HttpClientTransport withHeader(String name, String value) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(value, "value");
    if (!isAllowed(name, "")) {
      throw new IllegalArgumentException(
          "the client of the JDK cannot send a header field \"" + name + "\"");
    }
    if (!isAllowed(name, value)) {
      throw new IllegalArgumentException("the header field " + name + " cannot have this value");
    }
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new HttpClientTransport(client, endpoint, timeout, more, maxResponse);
  }

  private static boolean isAllowed(String name, String value) {
    try {
      HttpRequest.Builder unused = HttpRequest.newBuilder().setHeader(name, value);
      return true;
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  /**
   * Adds credentials to each request (RFC 7617).
   *
   * @param user the user, without a colon
   * @param password the password
   * @return a copy with these credentials
   * @throws IllegalArgumentException if {@code user} contains a colon
   */
  public HttpClientTransport withBasicAuth(String user, String password) {
    if (user.indexOf(':') >= 0) {
      throw new IllegalArgumentException("user must not contain a colon");
    }
    byte[] both = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    return withHeader("Authorization", "Basic " + Base64.getEncoder().encodeToString(both));
  }

  /**
   * Limits the time from the sending of a request to the header of its response. Default 60 s. The
   * whole response may take twice as long.
   *
   * @param limit the limit, above zero; more than 292 years count as 292 years
   * @return a copy with this limit
   * @throws IllegalArgumentException if {@code limit} is not above zero
   */
  public HttpClientTransport timeout(Duration limit) {
    if (limit.isNegative() || limit.isZero()) {
      throw new IllegalArgumentException(
          "timeout must be above 0, but was " + TimeText.inWords(limit));
    }
    Duration used = limit.compareTo(MAX_TIMEOUT) > 0 ? MAX_TIMEOUT : limit;
    return new HttpClientTransport(client, endpoint, used, headers, maxResponse);
  }

  /** Reads at most this many bytes of a response. */
  HttpClientTransport limitedTo(int bytes) {
    return new HttpClientTransport(client, endpoint, timeout, headers, bytes);
  }

  @Override
  public BulkResponse send(BulkRequest request) throws IOException, InterruptedException {
    HttpRequest.Builder post =
        HttpRequest.newBuilder(address(request.path()))
            .timeout(timeout)
            .header("Content-Type", BulkRequest.CONTENT_TYPE)
            .header("Accept", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(request.body()));
    headers.forEach(post::setHeader);
    HttpResponse<byte[]> response = complete(post.build());
    return new BulkResponse(response.statusCode(), response.headers().map(), response.body());
  }

  /** The client's own timeout ends with the header, and a response can stop in its body. */
  private HttpResponse<byte[]> complete(HttpRequest request)
      throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<byte[]>> exchange =
        client.sendAsync(request, head -> new LimitedBody(maxResponse));
    try {
      return exchange.get(mostNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException failed) {
      throw thrown(failed.getCause());
    } catch (TimeoutException late) {
      throw new HttpTimeoutException(
          "the response was not complete after twice the timeout of " + TimeText.inWords(timeout));
    } finally {
      exchange.cancel(true);
    }
  }

  private long mostNanos() {
    long nanos = timeout.toNanos();
    return nanos > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : 2 * nanos;
  }

  /** Returns the failure of an exchange, which is an {@link IOException} for any of the network. */
  private IOException thrown(@Nullable Throwable failure) {
    if (failure instanceof RuntimeException bug) {
      throw bug;
    }
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure instanceof ConnectException connect) {
      return named(connect);
    }
    return failure instanceof IOException io ? io : new IOException(failure);
  }

  /** Adds the address to an exception of the client, which often has no text at all. */
  private ConnectException named(ConnectException failure) {
    boolean unknown = failure.getCause() instanceof UnresolvedAddressException;
    String words = unknown ? "its name has no address" : failure.getMessage();
    ConnectException named =
        new ConnectException("no connection to " + endpoint + (words == null ? "" : ": " + words));
    named.initCause(failure);
    return named;
  }

  private URI address(String path) {
    String base = endpoint.toString();
    return URI.create(
        base.endsWith("/") ? base.substring(0, base.length() - 1) + path : base + path);
  }

  /**
   * Returns the address, without header fields.
   *
   * @return one line
   */
  @Override
  public String toString() {
    return endpoint.toString();
  }
}
