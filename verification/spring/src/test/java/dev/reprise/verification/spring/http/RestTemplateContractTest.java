package dev.reprise.verification.spring.http;

import dev.reprise.spring.http.RetryInterceptor;
import dev.reprise.testbed.http.contract.ClientRequest;
import dev.reprise.testbed.http.contract.HttpTestClient;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.web.client.RestTemplate;

/** The contract of {@code RestClient}, through {@code RestTemplate}. */
@Tag("proof")
class RestTemplateContractTest extends RestClientContractTest {

  @Override
  HttpTestClient client(ClientHttpRequestFactory requests, RetryInterceptor retries) {
    RestTemplate template = new RestTemplate(requests);
    template.setInterceptors(List.of(retries));
    template.setErrorHandler(response -> false);
    return new Client(template);
  }

  private record Client(RestTemplate template) implements HttpTestClient {

    @Override
    public Response send(ClientRequest toSend) {
      return template.execute(
          toSend.uri(),
          HttpMethod.valueOf(toSend.method()),
          request -> {
            toSend.headers().forEach(request.getHeaders()::add);
            String body = toSend.body();
            if (body != null) {
              request.getBody().write(body.getBytes(StandardCharsets.UTF_8));
            }
          },
          response ->
              new Response(
                  response.getStatusCode().value(),
                  new String(response.getBody().readAllBytes(), StandardCharsets.UTF_8)));
    }

    @Override
    public void close() {}
  }
}
