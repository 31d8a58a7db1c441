package dev.reprise.jdkhttp;

import dev.reprise.http.BodyChangedException;
import dev.reprise.http.BodyNotRepeatable;
import dev.reprise.http.client.BodyCheck;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The body of one request, as all its attempts send it: whenever it is subscribed to again it must
 * yield the same bytes. One that is not known to be repeatable is not begun again once it was cut
 * short, though the client would do so by itself: after a stream that was refused, for instance.
 */
final class CheckedRequestBody implements BodyPublisher {

  private final BodyPublisher body;
  private final long length;
  private final boolean once;
  private final BodyCheck check = new BodyCheck();
  private final AtomicBoolean begun = new AtomicBoolean();

  CheckedRequestBody(BodyPublisher body) {
    this.body = body;
    length = body.contentLength();
    once = !RequestBodies.isRepeatable(body, length);
  }

  /** Whether no attempt may follow one that has begun to send it. */
  boolean isOnce() {
    return once;
  }

  boolean isBegun() {
    return begun.get();
  }

  /** Asked once, so that all attempts announce the same. */
  @Override
  public long contentLength() {
    return length;
  }

  @Override
  public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
    boolean again = begun.getAndSet(true);
    try {
      if (again && once && !check.isWhole()) {
        throw BodyNotRepeatable.on(new IOException("the client began the request's body again"));
      }
      body.subscribe(new Checked(subscriber, check.begin(length)));
    } catch (IOException refused) {
      subscriber.onSubscribe(Nothing.INSTANCE);
      subscriber.onError(refused);
    }
  }

  /** Passes on what is as it was before. */
  private static final class Checked implements Flow.Subscriber<ByteBuffer> {

    private final Flow.Subscriber<? super ByteBuffer> to;
    private final BodyCheck.Sending sending;
    private Flow.Subscription subscription = Nothing.INSTANCE;
    private boolean over;

    Checked(Flow.Subscriber<? super ByteBuffer> to, BodyCheck.Sending sending) {
      this.to = to;
      this.sending = sending;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
      subscription = given;
      to.onSubscribe(given);
    }

    @Override
    public void onNext(ByteBuffer bytes) {
      if (over) {
        return;
      }
      try {
        sending.pass(bytes);
      } catch (BodyChangedException changed) {
        subscription.cancel();
        onError(changed);
        return;
      }
      to.onNext(bytes);
    }

    @Override
    public void onError(Throwable failure) {
      if (!over) {
        over = true;
        to.onError(failure);
      }
    }

    @Override
    public void onComplete() {
      if (over) {
        return;
      }
      try {
        sending.end();
      } catch (BodyChangedException changed) {
        onError(changed);
        return;
      }
      over = true;
      to.onComplete();
    }
  }

  /** The subscription to a body that is not sent. */
  private enum Nothing implements Flow.Subscription {
    INSTANCE;

    @Override
    public void request(long count) {}

    @Override
    public void cancel() {}
  }
}
