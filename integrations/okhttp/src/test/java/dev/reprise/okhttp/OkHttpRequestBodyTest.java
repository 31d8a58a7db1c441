package dev.reprise.okhttp;

import dev.reprise.Retry;
import dev.reprise.http.HttpRetry;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.contract.RequestBodyContract;
import dev.reprise.testbed.http.protocol.Transport;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import okhttp3.FormBody;
import okhttp3.MediaType;
import okhttp3.MultipartBody;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.Buffer;
import okio.BufferedSink;
import okio.GzipSink;
import okio.Okio;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;

class OkHttpRequestBodyTest extends RequestBodyContract<RequestBody> {

  @TempDir static Path folder;

  @Override
  protected RequestBody bodyOf(Path file) {
    return RequestBody.create(file.toFile(), null);
  }

  @Override
  protected List<Transport> transports() {
    return List.of(Transport.HTTP_1, Transport.TLS_HTTP_1_OR_2);
  }

  @Override
  protected List<Kind<RequestBody>> kinds() {
    List<Kind<RequestBody>> kinds = new ArrayList<>();
    kinds.addAll(repeatable());
    kinds.addAll(once());
    kinds.addAll(broken());
    return kinds;
  }

  private List<Kind<RequestBody>> repeatable() {
    return List.of(
        kind("bytes", Promise.REPEATABLE, c -> RequestBody.create(c, null)),
        kind("text", Promise.REPEATABLE, c -> RequestBody.create(text(c), null)),
        kind("file", Promise.REPEATABLE, c -> RequestBody.create(file(c).toFile(), null)),
        kind("buffer copied", Promise.REPEATABLE, c -> written(c.length, copied(c))),
        kind("no length", Promise.REPEATABLE, c -> written(-1, copied(c))),
        encoded("form", c -> new FormBody.Builder().add("a", text(c)).build()),
        encoded("multipart", OkHttpRequestBodyTest::multipart),
        encoded("gzip", c -> gzipped(RequestBody.create(c, null))));
  }

  private List<Kind<RequestBody>> once() {
    return List.of(
        kind("one-shot", Promise.ONCE, c -> oneShot(stream(c))),
        new Kind<>(
            "one-shot part",
            Promise.ONCE,
            c -> new MultipartBody.Builder("b").addPart(oneShot(stream(c))).build(),
            sent(
                new MultipartBody.Builder("b")
                    .addPart(written(-1, copied(contentOfBodies())))
                    .build())));
  }

  private List<Kind<RequestBody>> broken() {
    return List.of(
        kind("stream", Promise.BROKEN, c -> written(-1, stream(c))),
        kind("stream with length", Promise.BROKEN, c -> written(c.length, stream(c))),
        kind("buffer that is drained", Promise.BROKEN, c -> written(-1, drained(c))),
        kind("closing stream", Promise.BROKEN, c -> written(-1, closing(stream(c)))),
        kind("changing", Promise.BROKEN, c -> written(c.length, changing(c))),
        new Kind<>(
            "gzip of a stream",
            Promise.BROKEN,
            c -> gzipped(written(-1, stream(c))),
            sent(gzipped(RequestBody.create(contentOfBodies(), null)))));
  }

  private static Kind<RequestBody> encoded(String name, Maker<RequestBody> maker) {
    try {
      return new Kind<>(name, Promise.REPEATABLE, maker, sent(maker.of(contentOfBodies())));
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  private static ByteBuffer sent(RequestBody body) {
    Buffer buffer = new Buffer();
    try {
      body.writeTo(buffer);
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
    return ByteBuffer.wrap(buffer.readByteArray());
  }

  private interface Writer {
    void writeTo(BufferedSink sink) throws IOException;
  }

  private static String text(byte[] content) {
    return new String(content, StandardCharsets.US_ASCII);
  }

  private static Path file(byte[] content) throws IOException {
    return Files.write(Files.createTempFile(folder, "body", null), content);
  }

  private static RequestBody multipart(byte[] content) {
    return new MultipartBody.Builder("b")
        .addFormDataPart("a", "1")
        .addFormDataPart("f", "f.txt", RequestBody.create(content, null))
        .build();
  }

  private static Writer copied(byte[] content) {
    return sink -> sink.write(content);
  }

  /** A body that is compressed as in OkHttp's recipe for an interceptor, which closes the sink. */
  private static RequestBody gzipped(RequestBody body) {
    return written(
        -1,
        sink -> {
          BufferedSink gzip = Okio.buffer(new GzipSink(sink));
          body.writeTo(gzip);
          gzip.close();
        });
  }

  private static Writer stream(byte[] content) {
    InputStream stream = new ByteArrayInputStream(content);
    return sink -> sink.writeAll(Okio.source(stream));
  }

  private static Writer drained(byte[] content) {
    Buffer buffer = new Buffer().write(content);
    return sink -> sink.writeAll(buffer);
  }

  private static Writer closing(Writer body) {
    return sink -> {
      try (sink) {
        body.writeTo(sink);
      }
    };
  }

  private static Writer changing(byte[] content) {
    return sink -> {
      byte[] current = content.clone();
      content[content.length / 20]++;
      sink.write(current);
    };
  }

  private static RequestBody written(long length, Writer writer) {
    return new Custom(length, false, writer);
  }

  private static RequestBody oneShot(Writer writer) {
    return new Custom(-1, true, writer);
  }

  private static final class Custom extends RequestBody {

    private final long length;
    private final boolean oneShot;
    private final Writer writer;

    Custom(long length, boolean oneShot, Writer writer) {
      this.length = length;
      this.oneShot = oneShot;
      this.writer = writer;
    }

    @Override
    public @Nullable MediaType contentType() {
      return null;
    }

    @Override
    public long contentLength() {
      return length;
    }

    @Override
    public boolean isOneShot() {
      return oneShot;
    }

    @Override
    public void writeTo(BufferedSink sink) throws IOException {
      writer.writeTo(sink);
    }
  }

  @Override
  protected Sender<RequestBody> sender(Retry retry, Transport transport) {
    OkHttpClient client =
        new OkHttpClient.Builder()
            .sslSocketFactory(
                FaultyHttpServer.clientTls().getSocketFactory(), FaultyHttpServer.clientTrust())
            .addInterceptor(RetryInterceptor.of(HttpRetry.of(retry)))
            .build();
    return new Sender<>() {
      @Override
      public int put(URI uri, RequestBody body) throws IOException {
        Request request = new Request.Builder().url(uri.toString()).put(body).build();
        try (Response response = client.newCall(request).execute()) {
          return response.code();
        }
      }

      @Override
      public void close() {
        client.connectionPool().evictAll();
        client.dispatcher().executorService().shutdown();
      }
    };
  }
}
