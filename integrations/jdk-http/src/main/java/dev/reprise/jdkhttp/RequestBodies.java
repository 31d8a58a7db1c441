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
   * Classes of bodies that always have the same bytes. The JDK's classes are not public, so each is
   * found by an example.
   */
  private static final Set<Class<?>> CONSTANT =
      Set.of(BodyPublishers.noBody().getClass(), BodyPublishers.ofString("").getClass());

  /**
   * Classes of bodies that can be sent again, unless their array or file changes. Streams are not
   * among them: their supplier may return the same stream again, which is then at its end. Nor is
   * {@code ofByteArrays}: its iterable may supply its arrays only once.
   */
  private static final Set<Class<?>> REPEATABLE =
      Set.of(BodyPublishers.ofByteArray(new byte[0]).getClass(), ofFile());

  private RequestBodies() {}

  /** The body to send, with a check; null if no check is needed. */
  static @Nullable CheckedRequestBody of(@Nullable BodyPublisher body) {
    return body == null || CONSTANT.contains(body.getClass()) ? null : new CheckedRequestBody(body);
  }

  /** Returns true if each subscription gets the whole body. */
  static boolean isRepeatable(BodyPublisher body, long length) {
    return body instanceof Repeatable || length == 0 || REPEATABLE.contains(body.getClass());
  }

  /** The class for files, by the example of any existing file. */
  private static Class<?> ofFile() {
    try {
      return BodyPublishers.ofFile(Path.of(System.getProperty("java.home", "."))).getClass();
    } catch (FileNotFoundException | RuntimeException noExample) {
      return Repeatable.class;
    }
  }

  /** A body that its owner declares repeatable. */
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

  /** A body that records whether it was subscribed to. */
  static final class ObservedBody implements BodyPublisher {

    private final BodyPublisher body;
    private volatile boolean started;

    ObservedBody(BodyPublisher body) {
      this.body = body;
    }

    boolean isStarted() {
      return started;
    }

    @Override
    public long contentLength() {
      return body.contentLength();
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
      started = true;
      body.subscribe(subscriber);
    }
  }
}
