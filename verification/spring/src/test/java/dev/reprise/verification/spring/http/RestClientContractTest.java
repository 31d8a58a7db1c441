package dev.reprise.verification.spring.http;

import dev.reprise.Retry;
import dev.reprise.http.HttpRetry;
import dev.reprise.spring.http.RetryInterceptor;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.contract.ClientRequest;
import dev.reprise.testbed.http.contract.HttpFaultContract;
import dev.reprise.testbed.http.contract.HttpTestClient;
import dev.reprise.testbed.http.protocol.Transport;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/** RestClient over the JDK's client, which is Spring Boot's choice if there is no other. */
@Tag("same-on-each-boot")
class RestClientContractTest extends HttpFaultContract {

  @Override
  protected Transport transport() {
    return Transport.HTTP_1;
  }

  @Override
  protected HttpTestClient client(Retry retry, boolean trusting) {
    return client(
        new JdkClientHttpRequestFactory(
            HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NORMAL)
                .sslContext(FaultyHttpServer.clientTls())
                .build()),
        RetryInterceptor.of(HttpRetry.of(retry)).readingBodiesUpTo(1_000_000));
  }

  /** Returns the client whose requests pass the retries. */
  HttpTestClient client(ClientHttpRequestFactory requests, RetryInterceptor retries) {
    return new Client(
        RestClient.builder().requestFactory(requests).requestInterceptor(retries).build());
  }

  @Override
  protected boolean knowsWhatWasSent() {
    return false;
  }

  /** The client of the JDK keeps its connections until it is garbage collected. */
  @Override
  protected boolean closesConnections() {
    return false;
  }

  @Override
  protected boolean sendsBodiesOnce() {
    return false;
  }

  @Override
  protected boolean showsRedirects() {
    return false;
  }

  private record Client(RestClient client) implements HttpTestClient {

    @Override
    public Response send(ClientRequest toSend) {
      RestClient.RequestBodySpec request =
          client.method(HttpMethod.valueOf(toSend.method())).uri(toSend.uri());
      toSend.headers().forEach(request::header);
      String body = toSend.body();
      if (body != null) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        if (toSend.onlyOnce()) {
          request.body(out -> out.write(bytes));
        } else {
          request.body(bytes);
        }
      }
      return request.exchange(
          (sent, response) ->
              new Response(
                  response.getStatusCode().value(),
                  new String(response.getBody().readAllBytes(), StandardCharsets.UTF_8)));
    }

    @Override
    public void close() {}
  }
}
