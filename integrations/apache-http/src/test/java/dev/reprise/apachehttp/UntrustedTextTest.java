package dev.reprise.apachehttp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.Retry;
import dev.reprise.backoff.Backoff;
import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import dev.reprise.http.HttpRetry;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.UntrustedText;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that texts of servers and failures are printed on one line, bounded and escaped. */
class UntrustedTextTest {

  private static final HttpHost HOST = new HttpHost("http", "orders.example", 80);

  static Stream<Arguments> doors() {
    return Stream.of(
        door("reason phrase", text -> printed("GET", HOST, answering(text, "a"))),
        door("value of a field", text -> printed("GET", HOST, answering("Busy", "a" + text))),
        door("failure", text -> printed("GET", HOST, failing(new IOException(text)))),
        door("undeclared failure", UntrustedTextTest::undeclared),
        door("method", text -> printed("a" + text, HOST, failing(new IOException("down")))),
        door("host", text -> printed("GET", host("a" + text), failing(new IOException("down")))));
  }

  private static Arguments door(String name, UnaryOperator<String> shows) {
    return Arguments.of(name, shows);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("doors")
  void is_one_line_of_bounded_length_and_escaped(String name, UnaryOperator<String> shows) {
    assertThat(shows.apply("Xy")).isNotEmpty();
    UntrustedText.assertPrintable(shows);
  }

  /** The client itself refuses some hosts. */
  private static HttpHost host(String name) {
    try {
      return new HttpHost("http", name, 80);
    } catch (IllegalArgumentException refused) {
      return HOST;
    }
  }

  private static ExecChainHandler answering(String reason, String retryAfter) {
    return (request, scope, chain) -> {
      BasicClassicHttpResponse response = new BasicClassicHttpResponse(503, reason);
      response.addHeader("Retry-After", retryAfter);
      return response;
    };
  }

  private static ExecChainHandler failing(Exception failure) {
    return (request, scope, chain) -> {
      throw UntrustedTextTest.<IOException>undeclared(failure);
    };
  }

  @SuppressWarnings("unchecked")
  private static <X extends Throwable> X undeclared(Throwable failure) throws X {
    throw (X) failure;
  }

  private static String undeclared(String text) {
    ExecChainHandler server = failing(new Exception(text));
    return catchThrowable(() -> send("GET", HOST, server, Retry.none())).getMessage();
  }

  /** The events of a call with two attempts, and its report. */
  private static String printed(String method, HttpHost host, ExecChainHandler server) {
    List<String> printed = new ArrayList<>();
    RetryListener listener =
        RetryListener.forAllEvents(
            event -> {
              printed.add(event.toString());
              if (event instanceof RetryEvent.CallFinished call) {
                printed.add(call.report().toString());
              }
            });
    RetryPolicy policy = RetryPolicy.builder().maxAttempts(2).backoff(Backoff.none()).build();
    try {
      send(method, host, server, Retry.of(policy).withListener(listener));
    } catch (IOException failure) {
      printed.add(failure.getClass().getName());
    }
    return String.join("\n", printed);
  }

  /** Uses no network: the interceptor of the test responds before a connection is made. */
  private static void send(String method, HttpHost host, ExecChainHandler server, Retry retry)
      throws IOException {
    try (CloseableHttpClient client =
        HttpClientRetry.of(HttpRetry.of(retry))
            .installOn(HttpClients.custom())
            .addExecInterceptorAfter("reprise-retry", "server", server)
            .build()) {
      int unused =
          client.execute(
              host,
              new HttpUriRequestBase(method, URI.create("/")),
              response -> response.getCode());
    }
  }
}
