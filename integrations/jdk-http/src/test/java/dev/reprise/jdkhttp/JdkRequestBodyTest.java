package dev.reprise.jdkhttp;

import dev.reprise.Retry;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.contract.RequestBodyContract;
import dev.reprise.testbed.http.protocol.Transport;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Flow;
import java.util.function.Supplier;
import org.junit.jupiter.api.io.TempDir;

class JdkRequestBodyTest extends RequestBodyContract<BodyPublisher> {

  @TempDir static Path folder;

  @Override
  protected BodyPublisher bodyOf(Path file) throws IOException {
    return BodyPublishers.ofFile(file);
  }

  @Override
  protected List<Transport> transports() {
    return List.of(Transport.HTTP_1, Transport.TLS_HTTP_1_OR_2);
  }

  @Override
  protected List<Kind<BodyPublisher>> kinds() {
    return List.of(
        kind("ofString", Promise.REPEATABLE, c -> BodyPublishers.ofString(text(c))),
        kind("ofByteArray", Promise.REPEATABLE, BodyPublishers::ofByteArray),
        kind("a slice of an array", Promise.REPEATABLE, JdkRequestBodyTest::slice),
        kind("ofFile", Promise.REPEATABLE, c -> BodyPublishers.ofFile(file(c))),
        kind("declared stream opened again", Promise.REPEATABLE, c -> declared(stream(c))),
        kind("declared list", Promise.REPEATABLE, c -> declared(ofHalves(halves(c)))),
        kind("declared concat", Promise.REPEATABLE, c -> declared(concat(c))),
        kind("declared publisher", Promise.REPEATABLE, c -> declared(noLength(array(c)))),
        kind("ofByteArrays of a list", Promise.ONCE, c -> ofHalves(halves(c))),
        kind("ofByteArrays of a queue", Promise.ONCE, c -> ofHalves(drained(c))),
        kind("ofInputStream opened again", Promise.ONCE, JdkRequestBodyTest::stream),
        kind("ofInputStream of one stream", Promise.ONCE, JdkRequestBodyTest::oneStream),
        kind("fromPublisher", Promise.ONCE, c -> noLength(array(c))),
        kind("fromPublisher with length", Promise.ONCE, JdkRequestBodyTest::withLength),
        kind("concat", Promise.ONCE, JdkRequestBodyTest::concat),
        kind("custom", Promise.ONCE, c -> of(() -> array(c))),
        kind("declared stream", Promise.BROKEN, c -> declared(oneStream(c))),
        kind("declared queue", Promise.BROKEN, c -> declared(ofHalves(drained(c)))),
        kind("declared, changed", Promise.BROKEN, c -> declared(of(changing(c)))),
        kind("declared, shrinking", Promise.BROKEN, c -> declared(of(shrinking(c)))),
        kind("a file that grows", Promise.BROKEN, JdkRequestBodyTest::growingFile),
        kind("an array that changes", Promise.BROKEN, JdkRequestBodyTest::changingArray));
  }

  private static BodyPublisher declared(BodyPublisher body) {
    return RetryingHttpClient.repeatable(body);
  }

  private static String text(byte[] content) {
    return new String(content, StandardCharsets.US_ASCII);
  }

  private static BodyPublisher array(byte[] content) {
    return BodyPublishers.ofByteArray(content);
  }

  private static BodyPublisher slice(byte[] content) {
    byte[] wide = new byte[content.length + 20];
    System.arraycopy(content, 0, wide, 10, content.length);
    return BodyPublishers.ofByteArray(wide, 10, content.length);
  }

  private static Path file(byte[] content) throws IOException {
    return Files.write(Files.createTempFile(folder, "body", null), content);
  }

  private static BodyPublisher stream(byte[] content) {
    return BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(content));
  }

  private static BodyPublisher oneStream(byte[] content) {
    InputStream stream = new ByteArrayInputStream(content);
    return BodyPublishers.ofInputStream(() -> stream);
  }

  private static BodyPublisher concat(byte[] content) {
    List<byte[]> halves = halves(content);
    return BodyPublishers.concat(array(halves.get(0)), array(halves.get(1)));
  }

  private static BodyPublisher noLength(BodyPublisher body) {
    return BodyPublishers.fromPublisher(body);
  }

  private static BodyPublisher withLength(byte[] content) {
    return BodyPublishers.fromPublisher(array(content), content.length);
  }

  private static List<byte[]> halves(byte[] content) {
    int half = content.length / 2;
    return List.of(Arrays.copyOf(content, half), Arrays.copyOfRange(content, half, content.length));
  }

  private static BodyPublisher ofHalves(Iterable<byte[]> halves) {
    return BodyPublishers.ofByteArrays(halves);
  }

  /** An iterable that supplies its arrays only once. */
  private static Iterable<byte[]> drained(byte[] content) {
    Queue<byte[]> left = new ArrayDeque<>(halves(content));
    return () ->
        new java.util.Iterator<>() {
          @Override
          public boolean hasNext() {
            return !left.isEmpty();
          }

          @Override
          public byte[] next() {
            return left.remove();
          }
        };
  }

  /** Each subscription uses a new publisher. */
  private static BodyPublisher of(Supplier<BodyPublisher> next) {
    BodyPublisher first = next.get();
    Queue<BodyPublisher> begun = new ArrayDeque<>(List.of(first));
    return new BodyPublisher() {
      @Override
      public long contentLength() {
        return first.contentLength();
      }

      @Override
      public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        BodyPublisher waiting = begun.poll();
        (waiting == null ? next.get() : waiting).subscribe(subscriber);
      }
    };
  }

  private static Supplier<BodyPublisher> changing(byte[] content) {
    byte[] current = content.clone();
    return () -> {
      BodyPublisher body = BodyPublishers.ofString(text(current));
      current[content.length / 20]++;
      return body;
    };
  }

  private static Supplier<BodyPublisher> shrinking(byte[] content) {
    int[] length = {content.length + 1};
    return () -> array(Arrays.copyOf(content, --length[0]));
  }

  private static BodyPublisher growingFile(byte[] content) throws IOException {
    Path file = file(content);
    BodyPublisher body = BodyPublishers.ofFile(file);
    return afterFirst(
        body, () -> Files.write(file, new byte[1], java.nio.file.StandardOpenOption.APPEND));
  }

  private static BodyPublisher changingArray(byte[] content) {
    return afterFirst(
        BodyPublishers.ofByteArray(content),
        () -> {
          content[content.length / 20]++;
          return content;
        });
  }

  private interface Change {
    Object make() throws IOException;
  }

  /**
   * Returns a body that differs from the given one when it is subscribed to for the second time.
   */
  private static BodyPublisher afterFirst(BodyPublisher body, Change change) {
    boolean[] begun = {false};
    return declared(
        of(
            () -> {
              if (begun[0]) {
                try {
                  Object unused = change.make();
                } catch (IOException failure) {
                  throw new AssertionError(failure);
                }
              }
              begun[0] = true;
              return body;
            }));
  }

  @Override
  protected Sender<BodyPublisher> sender(Retry retry, Transport transport) {
    HttpClient bare = HttpClient.newBuilder().sslContext(FaultyHttpServer.clientTls()).build();
    RetryingHttpClient client = RetryingHttpClient.of(bare, retry);
    return new Sender<>() {
      @Override
      public int put(URI uri, BodyPublisher body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(uri).PUT(body).build();
        return client.send(request, BodyHandlers.discarding()).statusCode();
      }

      @Override
      public void close() {
        client.shutdownNow();
      }
    };
  }
}
