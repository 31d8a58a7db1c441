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
 * The body of one request. Each subscription must supply the same bytes. A body that is not known
 * to be repeatable is not started again after an incomplete subscription, although the client would
 * do so by itself, for example after a refused stream.
 */
final class CheckedRequestBody implements BodyPublisher {

  private final BodyPublisher body;
  private final long length;
  private final boolean oneShot;
  private final BodyCheck check = new BodyCheck();
  private final AtomicBoolean started = new AtomicBoolean();

  CheckedRequestBody(BodyPublisher body) {
    this.body = body;
    length = body.contentLength();
    oneShot = !RequestBodies.isRepeatable(body, length);
  }

  /** Returns true if no attempt may follow one that has started to send the body. */
  boolean isOneShot() {
    return oneShot;
  }

  boolean isStarted() {
    return started.get();
  }

  /** Read once, so that all attempts announce the same length. */
  @Override
  public long contentLength() {
    return length;
  }

  @Override
  public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
    boolean again = started.getAndSet(true);
    try {
      if (again && oneShot && !check.isComplete()) {
        throw BodyNotRepeatable.addTo(
            new IOException("the client started to send the body of the request again"));
      }
      body.subscribe(new Checked(subscriber, check.begin(length)));
    } catch (IOException refused) {
      subscriber.onSubscribe(NoSubscription.INSTANCE);
      subscriber.onError(refused);
    }
  }

  /** Passes on bytes that are equal to the earlier ones. */
  private static final class Checked implements Flow.Subscriber<ByteBuffer> {

    private final Flow.Subscriber<? super ByteBuffer> to;
    private final BodyCheck.Sending sending;
    private Flow.Subscription subscription = NoSubscription.INSTANCE;
    private boolean ended;

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
      if (ended) {
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
      if (!ended) {
        ended = true;
        to.onError(failure);
      }
    }

    @Override
    public void onComplete() {
      if (ended) {
        return;
      }
      try {
        sending.end();
      } catch (BodyChangedException changed) {
        onError(changed);
        return;
      }
      ended = true;
      to.onComplete();
    }
  }

  /** The subscription to a body that is not sent. */
  private enum NoSubscription implements Flow.Subscription {
    INSTANCE;

    @Override
    public void request(long count) {}

    @Override
    public void cancel() {}
  }
}
