package dev.reprise.verification.spring.http;

import dev.reprise.spring.http.RetryInterceptor;
import dev.reprise.testbed.http.contract.ClientRequest;
import dev.reprise.testbed.http.contract.HttpTestClient;
import java.net.URI;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.PostExchange;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;

/** The contract of {@code RestClient}, through a blocking HTTP interface. */
@Tag("proof")
class HttpInterfaceContractTest extends RestClientContractTest {

  interface Pages {

    @GetExchange
    ResponseEntity<String> get(URI uri, @RequestHeader Map<String, String> headers);

    @PostExchange
    ResponseEntity<String> post(
        URI uri, @RequestHeader Map<String, String> headers, @RequestBody String body);
  }

  @Override
  HttpTestClient client(ClientHttpRequestFactory requests, RetryInterceptor retries) {
    RestClient client =
        RestClient.builder()
            .requestFactory(requests)
            .requestInterceptor(retries)
            .defaultStatusHandler(status -> true, (request, response) -> {})
            .build();
    return new Client(
        HttpServiceProxyFactory.builderFor(RestClientAdapter.create(client))
            .build()
            .createClient(Pages.class));
  }

  private record Client(Pages pages) implements HttpTestClient {

    @Override
    public Response send(ClientRequest toSend) {
      String sent = toSend.body();
      ResponseEntity<String> page =
          sent == null
              ? pages.get(toSend.uri(), toSend.headers())
              : pages.post(toSend.uri(), toSend.headers(), sent);
      return new Response(
          page.getStatusCode().value(), Objects.requireNonNullElse(page.getBody(), ""));
    }

    @Override
    public void close() {}
  }
}
