package dev.reprise.apachehttp;

import dev.reprise.Retry;
import dev.reprise.http.HttpRetry;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.contract.ClientRequest;
import dev.reprise.testbed.http.contract.HttpTestClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.io.CloseMode;

/** Apache HttpClient as the client of the contract. */
final class ApacheTestClient implements HttpTestClient {

  private final CloseableHttpClient client;

  ApacheTestClient(Retry retry, boolean trusting) {
    this(HttpClientRetry.of(HttpRetry.of(retry)).readingBodiesUpTo(1_000_000), trusting);
  }

  ApacheTestClient(HttpClientRetry retry, boolean trusting) {
    PoolingHttpClientConnectionManagerBuilder pool =
        PoolingHttpClientConnectionManagerBuilder.create().setMaxConnPerRoute(20);
    if (trusting) {
      pool.setTlsSocketStrategy(new DefaultClientTlsStrategy(FaultyHttpServer.clientTls()));
    }
    client = retry.installOn(HttpClients.custom()).setConnectionManager(pool.build()).build();
  }

  @Override
  public Response send(ClientRequest toSend) throws IOException {
    HttpUriRequestBase request = new HttpUriRequestBase(toSend.method(), toSend.uri());
    toSend.headers().forEach(request::setHeader);
    if (toSend.body() != null) {
      request.setEntity(toSend.onlyOnce() ? once(toSend.body()) : new StringEntity(toSend.body()));
    }
    return client.execute(
        request,
        response -> {
          HttpEntity entity = response.getEntity();
          String body = entity == null ? "" : EntityUtils.toString(entity, StandardCharsets.UTF_8);
          return new Response(response.getCode(), body);
        });
  }

  static HttpEntity once(String text) {
    return new InputStreamEntity(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), ContentType.TEXT_PLAIN);
  }

  CloseableHttpClient client() {
    return client;
  }

  @Override
  public void close() {
    client.close(CloseMode.IMMEDIATE);
  }
}
