package dev.reprise.jdkhttp;

import java.lang.System.Logger.Level;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Releases the connections of response bodies that no caller reads. */
final class ResponseBodies {

  private ResponseBodies() {}

  /** Closes a stream or cancels a publisher, which releases its connection. */
  static void release(@Nullable Object body) {
    try {
      if (body instanceof AutoCloseable closeable) {
        closeable.close();
      } else if (body instanceof Flow.Publisher<?> publisher) {
        publisher.subscribe(new Canceller<>());
      }
    } catch (Throwable failure) {
      System.getLogger("dev.reprise")
          .log(Level.DEBUG, "a response body could not be closed", failure);
    }
  }

  private static final class Canceller<T> implements Flow.Subscriber<T> {

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.cancel();
    }

    @Override
    public void onNext(T item) {}

    @Override
    public void onError(Throwable failure) {}

    @Override
    public void onComplete() {}
  }
}
