package dev.reprise.okhttp;

import dev.reprise.Retry;
import dev.reprise.http.HttpRetry;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.contract.ClientRequest;
import dev.reprise.testbed.http.contract.HttpTestClient;
import java.io.IOException;
import java.util.List;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okio.BufferedSink;

/** OkHttp as the client of the contract. */
final class OkHttpTestClient implements HttpTestClient {

  private final OkHttpClient client;

  OkHttpTestClient(Retry retry, boolean trusting, Protocol... protocols) {
    OkHttpClient.Builder builder =
        new OkHttpClient.Builder()
            .protocols(List.of(protocols))
            .addInterceptor(RetryInterceptor.of(HttpRetry.of(retry)).readingBodiesUpTo(1_000_000));
    if (trusting) {
      builder.sslSocketFactory(
          FaultyHttpServer.clientTls().getSocketFactory(), FaultyHttpServer.clientTrust());
    }
    client = builder.build();
  }

  @Override
  public Response send(ClientRequest toSend) throws IOException {
    Request.Builder request = new Request.Builder().url(toSend.uri().toString());
    toSend.headers().forEach(request::header);
    if (toSend.body() != null) {
      request.method(
          toSend.method(),
          toSend.onlyOnce() ? once(toSend.body()) : RequestBody.create(toSend.body(), null));
    }
    try (okhttp3.Response response = client.newCall(request.build()).execute()) {
      return new Response(response.code(), response.body().string());
    }
  }

  static RequestBody once(String text) {
    RequestBody given = RequestBody.create(text, null);
    return new RequestBody() {
      @Override
      public okhttp3.MediaType contentType() {
        return given.contentType();
      }

      @Override
      public boolean isOneShot() {
        return true;
      }

      @Override
      public void writeTo(BufferedSink sink) throws IOException {
        given.writeTo(sink);
      }
    };
  }

  @Override
  public void close() {
    client.connectionPool().evictAll();
    client.dispatcher().executorService().shutdown();
  }
}
