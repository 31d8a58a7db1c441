package dev.reprise.jdkhttp;

import java.io.FileNotFoundException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Decides which request bodies can be sent again, and wraps those that must be checked. */
final class RequestBodies {

  /**
   * Bodies of these classes yield the same bytes for ever. The JDK names none of its classes; each
   * is known by an example.
   */
  private static final Set<Class<?>> CONSTANT =
      Set.of(BodyPublishers.noBody().getClass(), BodyPublishers.ofString("").getClass());

  /**
   * Bodies of these classes can be sent again, unless their owner changes what is behind them. That
   * of streams is not among them, for its supplier may answer with the same stream again, which is
   * then at its end; nor is that of {@code ofByteArrays}, for its iterable may be one that yields
   * its arrays once.
   */
  private static final Set<Class<?>> REPEATABLE =
      Set.of(BodyPublishers.ofByteArray(new byte[0]).getClass(), ofFile());

  private RequestBodies() {}

  /** The body as it is to be sent; null for one that needs no care. */
  static @Nullable CheckedRequestBody of(@Nullable BodyPublisher body) {
    return body == null || CONSTANT.contains(body.getClass()) ? null : new CheckedRequestBody(body);
  }

  /** Returns true if each subscription gets the whole body. */
  static boolean isRepeatable(BodyPublisher body, long length) {
    return body instanceof Repeatable || length == 0 || REPEATABLE.contains(body.getClass());
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

  /** A body that records whether sending it has begun. */
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
