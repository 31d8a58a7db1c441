package dev.reprise.http.jdk;

import java.io.FileNotFoundException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Flow;

/** Which request bodies can be sent again. */
final class RequestBodies {

  /**
   * The JDK names none of these classes; each is known by an example. That of streams is not among
   * them, for its supplier may answer with the same stream again, which is then at its end.
   */
  private static final Set<Class<?>> REPEATABLE =
      Set.of(
          BodyPublishers.noBody().getClass(),
          BodyPublishers.ofString("").getClass(),
          BodyPublishers.ofByteArray(new byte[0]).getClass(),
          BodyPublishers.ofByteArrays(List.of()).getClass(),
          ofFile());

  private RequestBodies() {}

  /** Whether each subscription gets the whole body. */
  static boolean isRepeatable(BodyPublisher body) {
    return body instanceof Repeatable
        || body.contentLength() == 0
        || REPEATABLE.contains(body.getClass());
  }

  /** Any file will do that is there. */
  private static Class<?> ofFile() {
    try {
      return BodyPublishers.ofFile(Path.of(System.getProperty("java.home", "."))).getClass();
    } catch (FileNotFoundException | RuntimeException noExample) {
      return Repeatable.class;
    }
  }

  /** A body whose owner says so. */
  record Repeatable(BodyPublisher body) implements BodyPublisher {

    @Override
    public long contentLength() {
      return body.contentLength();
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
      body.subscribe(subscriber);
    }
  }

  /** A body that tells whether sending it has begun. */
  static final class Watched implements BodyPublisher {

    private final BodyPublisher body;
    private volatile boolean begun;

    Watched(BodyPublisher body) {
      this.body = body;
    }

    boolean isBegun() {
      return begun;
    }

    @Override
    public long contentLength() {
      return body.contentLength();
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
      begun = true;
      body.subscribe(subscriber);
    }
  }
}
