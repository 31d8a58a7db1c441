package dev.reprise.apachehttp;

import dev.reprise.Retry;
import dev.reprise.http.HttpRetry;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.contract.RequestBodyContract;
import dev.reprise.testbed.http.protocol.Transport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hc.client5.http.classic.methods.HttpPut;
import org.apache.hc.client5.http.entity.GzipCompressingEntity;
import org.apache.hc.client5.http.entity.UrlEncodedFormEntity;
import org.apache.hc.client5.http.entity.mime.MultipartEntityBuilder;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.BufferedHttpEntity;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.ByteBufferEntity;
import org.apache.hc.core5.http.io.entity.EntityTemplate;
import org.apache.hc.core5.http.io.entity.FileEntity;
import org.apache.hc.core5.http.io.entity.HttpEntities;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.apache.hc.core5.http.io.entity.PathEntity;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.message.BasicNameValuePair;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.IOCallback;
import org.junit.jupiter.api.io.TempDir;

class ApacheRequestBodyTest extends RequestBodyContract<HttpEntity> {

  private static final ContentType BINARY = ContentType.APPLICATION_OCTET_STREAM;

  @TempDir static Path folder;

  @Override
  protected HttpEntity bodyOf(Path file) {
    return new FileEntity(file.toFile(), BINARY);
  }

  @Override
  protected List<Transport> transports() {
    return List.of(Transport.HTTP_1, Transport.TLS_HTTP_1);
  }

  @Override
  protected List<Kind<HttpEntity>> kinds() {
    List<Kind<HttpEntity>> kinds = new ArrayList<>();
    kinds.addAll(repeatable());
    kinds.addAll(once());
    kinds.addAll(broken());
    return kinds;
  }

  private List<Kind<HttpEntity>> repeatable() {
    return List.of(
        kind("ByteArrayEntity", Promise.REPEATABLE, c -> new ByteArrayEntity(c, BINARY)),
        kind("ByteArrayEntity in chunks", Promise.REPEATABLE, ApacheRequestBodyTest::chunked),
        kind("StringEntity", Promise.REPEATABLE, c -> new StringEntity(text(c))),
        kind("FileEntity", Promise.REPEATABLE, c -> new FileEntity(file(c).toFile(), BINARY)),
        kind("PathEntity", Promise.REPEATABLE, c -> new PathEntity(file(c), BINARY)),
        kind("BufferedHttpEntity", Promise.REPEATABLE, ApacheRequestBodyTest::buffered),
        kind("EntityTemplate", Promise.REPEATABLE, c -> template(c.length, out -> out.write(c))),
        kind("EntityTemplate in chunks", Promise.REPEATABLE, c -> template(-1, ones(c))),
        encoded("UrlEncodedFormEntity", ApacheRequestBodyTest::form),
        encoded("multipart", ApacheRequestBodyTest::multipart),
        encoded("gzip", c -> gzipped(new ByteArrayEntity(c, BINARY))));
  }

  private List<Kind<HttpEntity>> once() {
    return List.of(
        kind("ByteBufferEntity", Promise.ONCE, c -> new ByteBufferEntity(buffer(c), BINARY)),
        kind("InputStreamEntity", Promise.ONCE, c -> new InputStreamEntity(stream(c), BINARY)),
        kind(
            "InputStreamEntity with length",
            Promise.ONCE,
            c -> new InputStreamEntity(stream(c), c.length, BINARY)));
  }

  private List<Kind<HttpEntity>> broken() {
    return List.of(
        kind("template of a stream", Promise.BROKEN, c -> template(-1, copied(stream(c)))),
        kind("template with length", Promise.BROKEN, c -> template(c.length, copied(stream(c)))),
        kind("stream said to be repeatable", Promise.BROKEN, c -> lying(stream(c))),
        kind("closing template", Promise.BROKEN, c -> template(-1, closing(stream(c)))),
        kind("changing", Promise.BROKEN, c -> template(c.length, changing(c))),
        new Kind<>(
            "gzip of a stream",
            Promise.BROKEN,
            c -> gzipped(template(-1, copied(stream(c)))),
            sent(gzipped(new ByteArrayEntity(contentOfBodies(), BINARY)))));
  }

  private static Kind<HttpEntity> encoded(String name, Maker<HttpEntity> maker) {
    try {
      return new Kind<>(name, Promise.REPEATABLE, maker, sent(maker.of(contentOfBodies())));
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  private static ByteBuffer sent(HttpEntity entity) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      entity.writeTo(out);
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
    return ByteBuffer.wrap(out.toByteArray());
  }

  private static String text(byte[] content) {
    return new String(content, StandardCharsets.US_ASCII);
  }

  private static Path file(byte[] content) throws IOException {
    return Files.write(Files.createTempFile(folder, "body", null), content);
  }

  private static InputStream stream(byte[] content) {
    return new ByteArrayInputStream(content);
  }

  private static HttpEntity chunked(byte[] content) {
    return new ByteArrayEntity(content, BINARY, true);
  }

  private static HttpEntity template(long length, IOCallback<OutputStream> body) {
    return length < 0
        ? HttpEntities.create(body, BINARY)
        : new EntityTemplate(length, BINARY, null, body);
  }

  /** Byte by byte. */
  private static IOCallback<OutputStream> ones(byte[] content) {
    return out -> {
      for (byte one : content) {
        out.write(one);
      }
    };
  }

  private static HttpEntity form(byte[] content) {
    return new UrlEncodedFormEntity(List.of(new BasicNameValuePair("a", text(content))));
  }

  private static HttpEntity multipart(byte[] content) {
    return MultipartEntityBuilder.create()
        .setBoundary("b")
        .addTextBody("a", "1")
        .addBinaryBody("f", content)
        .build();
  }

  private static HttpEntity gzipped(HttpEntity entity) {
    return new GzipCompressingEntity(entity);
  }

  private static HttpEntity buffered(byte[] content) throws IOException {
    return new BufferedHttpEntity(new InputStreamEntity(stream(content), BINARY));
  }

  private static ByteBuffer buffer(byte[] content) {
    return ByteBuffer.wrap(content);
  }

  private static IOCallback<OutputStream> copied(InputStream stream) {
    return stream::transferTo;
  }

  private static IOCallback<OutputStream> closing(InputStream stream) {
    return out -> {
      try (out) {
        stream.transferTo(out);
      }
    };
  }

  private static IOCallback<OutputStream> changing(byte[] content) {
    return out -> {
      byte[] current = content.clone();
      content[content.length / 20]++;
      out.write(current);
    };
  }

  private static HttpEntity lying(InputStream stream) {
    return new HttpEntityWrapper(new InputStreamEntity(stream, BINARY)) {
      @Override
      public boolean isRepeatable() {
        return true;
      }
    };
  }

  @Override
  protected Sender<HttpEntity> sender(Retry retry, Transport transport) {
    CloseableHttpClient client =
        HttpClientRetry.of(HttpRetry.of(retry))
            .installOn(
                HttpClients.custom()
                    .setConnectionManager(
                        PoolingHttpClientConnectionManagerBuilder.create()
                            .setTlsSocketStrategy(
                                new DefaultClientTlsStrategy(FaultyHttpServer.clientTls()))
                            .build()))
            .build();
    return new Sender<>() {
      @Override
      public int put(URI uri, HttpEntity body) throws IOException {
        HttpPut request = new HttpPut(uri);
        request.setEntity(body);
        return client.execute(request, response -> response.getCode());
      }

      @Override
      public void close() {
        client.close(CloseMode.IMMEDIATE);
      }
    };
  }
}
