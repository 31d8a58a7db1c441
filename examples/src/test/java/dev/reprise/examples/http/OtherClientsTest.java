package dev.reprise.examples.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testbed.http.Faults;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.Step;
import dev.reprise.testbed.http.log.ReceivedRequest;
import dev.reprise.testbed.http.protocol.Transport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OtherClientsTest {

  private FaultyHttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = FaultyHttpServer.start(Transport.HTTP_1);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void okhttp_retries_a_payment_with_its_key() throws IOException {
    server.script("/payments", Faults.closeWithoutResponse(), Step.reply(503), Step.reply(201));
    OkHttpClient client = OtherClients.okHttp(HttpSettings.payments());
    Request request =
        new Request.Builder()
            .url(server.uri("/payments").toString())
            .post(RequestBody.create("10 EUR".getBytes(StandardCharsets.UTF_8)))
            .build();

    try (Response response = client.newCall(request).execute()) {
      assertThat(response.code()).isEqualTo(201);
    } finally {
      client.dispatcher().executorService().shutdown();
      client.connectionPool().evictAll();
    }
    assertOneKey();
  }

  @Test
  void okhttp_repeats_a_request_whose_body_was_cut() throws IOException {
    server.script("/page", Faults.closeInBody("the whole page", 3), Step.reply(200, "page"));
    OkHttpClient client = OtherClients.okHttpThatReadsBodies(HttpSettings.payments());
    Request request = new Request.Builder().url(server.uri("/page").toString()).build();

    try (Response response = client.newCall(request).execute()) {
      assertThat(response.body().string()).isEqualTo("page");
    } finally {
      client.dispatcher().executorService().shutdown();
      client.connectionPool().evictAll();
    }
  }

  @Test
  void apache_retries_a_payment_with_its_key() throws IOException {
    server.script("/payments", Faults.closeWithoutResponse(), Step.reply(503), Step.reply(201));
    HttpPost request = new HttpPost(server.uri("/payments"));
    request.setEntity(new StringEntity("10 EUR"));

    try (CloseableHttpClient client = OtherClients.apache(HttpSettings.payments())) {
      int status = client.execute(request, response -> response.getCode());
      assertThat(status).isEqualTo(201);
    }
    assertOneKey();
  }

  private void assertOneKey() {
    List<Optional<String>> keys =
        server.requestLog().received().stream()
            .map((ReceivedRequest received) -> received.header("Idempotency-Key"))
            .toList();
    assertThat(keys).hasSize(3).containsOnly(keys.get(0)).doesNotContain(Optional.empty());
  }
}
