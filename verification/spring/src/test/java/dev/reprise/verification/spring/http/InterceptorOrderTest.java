package dev.reprise.verification.spring.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.function.Attempt;
import dev.reprise.http.HttpRetry;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.spring.http.RetryAttributes;
import dev.reprise.spring.http.RetryInterceptor;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.Step;
import dev.reprise.testbed.http.protocol.Transport;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.support.HttpRequestWrapper;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

/** Other interceptors of a client: in Spring 6, a second execution of the chain skips them. */
class InterceptorOrderTest {

  private final RetryInterceptor retries =
      RetryInterceptor.of(
          HttpRetry.of(Retry.of(RetryPolicy.parse("maxAttempts=3 backoff=fixed(1ms)"))));
  private final AtomicInteger tokens = new AtomicInteger();
  private final ClientHttpRequestInterceptor authorization =
      (request, body, execution) -> {
        request.getHeaders().add("Authorization", "token-" + tokens.incrementAndGet());
        return execution.execute(request, body);
      };
  private FaultyHttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = FaultyHttpServer.start(Transport.HTTP_1);
    server.script("/a", Step.reply(503), Step.reply(503), Step.reply(200, "done"));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private RestClient.Builder client() {
    return RestClient.builder().requestFactory(new JdkClientHttpRequestFactory());
  }

  private void get(RestClient.Builder client) {
    String body = client.build().get().uri(server.uri("/a")).retrieve().body(String.class);
    assertThat(body).isEqualTo("done");
  }

  private List<String> authorizations() {
    return server.requestLog().executed().stream()
        .map(request -> request.header("Authorization").orElse("none"))
        .toList();
  }

  @Test
  void a_second_interceptor_with_retries_adds_no_attempts() {
    server.script("/busy", Step.reply(503));
    RestClient client = client().requestInterceptor(retries).requestInterceptor(retries).build();

    assertThatThrownBy(
            () -> client.get().uri(server.uri("/busy")).retrieve().body(String.class))
        .isInstanceOf(HttpServerErrorException.ServiceUnavailable.class);

    assertThat(server.requestLog().executedCount()).isEqualTo(3);
  }

  @Test
  void each_execution_of_an_interceptor_around_the_retries_has_its_own_attempts() {
    ClientHttpRequestInterceptor twice =
        (request, body, execution) -> {
          execution.execute(request, body).close();
          return execution.execute(request, body);
        };
    server.script("/busy", Step.reply(503));
    RestClient client = client().requestInterceptor(twice).requestInterceptor(retries).build();

    assertThatThrownBy(
            () -> client.get().uri(server.uri("/busy")).retrieve().body(String.class))
        .isInstanceOf(HttpServerErrorException.ServiceUnavailable.class);

    assertThat(server.requestLog().executedCount()).isGreaterThanOrEqualTo(4);
  }

  @Test
  void an_interceptor_after_the_retries_refreshes_the_authorization_of_each_attempt() {
    get(client().requestInterceptor(retries).requestInterceptor(authorization));

    assertThat(authorizations()).containsExactly("token-1", "token-2", "token-3");
  }

  @Test
  void an_interceptor_before_the_retries_is_called_once() {
    get(client().requestInterceptor(authorization).requestInterceptor(retries));

    assertThat(authorizations()).containsExactly("token-1", "token-1", "token-1");
  }

  @Test
  void all_of_several_interceptors_after_the_retries_are_called_in_their_order() {
    List<String> calls = new ArrayList<>();

    get(
        client()
            .requestInterceptor(retries)
            .requestInterceptor(recording("first", calls))
            .requestInterceptor(recording("second", calls)));

    assertThat(calls)
        .containsExactly("first 1", "second 1", "first 2", "second 2", "first 3", "second 3");
  }

  private static ClientHttpRequestInterceptor recording(String name, List<String> calls) {
    return (request, body, execution) -> {
      Attempt attempt = (Attempt) request.getAttributes().get(RetryAttributes.ATTEMPT);
      calls.add(name + " " + attempt.number());
      return execution.execute(request, body);
    };
  }

  /** A load balancer adds its interceptor after all beans have been processed. */
  @Test
  void an_interceptor_that_is_added_later_chooses_an_instance_for_each_attempt() {
    RestTemplate template = new RestTemplate(new JdkClientHttpRequestFactory());
    template.setInterceptors(List.of(retries));
    List<ClientHttpRequestInterceptor> more = new ArrayList<>(template.getInterceptors());
    AtomicInteger choices = new AtomicInteger();
    more.add(
        0,
        (request, body, execution) -> {
          choices.incrementAndGet();
          return execution.execute(at(server.uri("/a"), request), body);
        });
    template.setInterceptors(more);

    assertThat(template.getForObject("http://orders/a", String.class)).isEqualTo("done");
    assertThat(choices).hasValue(3);
  }

  private static HttpRequest at(URI instance, HttpRequest request) {
    return new HttpRequestWrapper(request) {
      @Override
      public URI getURI() {
        return instance;
      }
    };
  }
}
