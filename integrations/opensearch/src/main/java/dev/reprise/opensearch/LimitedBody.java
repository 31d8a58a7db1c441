package dev.reprise.opensearch;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/** The bytes of a response up to a limit. A longer response is cancelled, and fails. */
final class LimitedBody implements BodySubscriber<byte[]> {

  private final BodySubscriber<byte[]> bytes = BodySubscribers.ofByteArray();
  private final int limit;
  private long received;
  private boolean failed;
  private @Nullable Subscription subscription;

  LimitedBody(int limit) {
    this.limit = limit;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return bytes.getBody();
  }

  @Override
  public void onSubscribe(Subscription body) {
    subscription = body;
    bytes.onSubscribe(body);
  }

  @Override
  public void onNext(List<ByteBuffer> parts) {
    if (failed) {
      return;
    }
    for (ByteBuffer part : parts) {
      received += part.remaining();
    }
    if (received <= limit) {
      bytes.onNext(parts);
      return;
    }
    failed = true;
    if (subscription != null) {
      subscription.cancel();
    }
    bytes.onError(new IOException("the response is longer than " + limit + " bytes"));
  }

  @Override
  public void onError(Throwable failure) {
    if (!failed) {
      bytes.onError(failure);
    }
  }

  @Override
  public void onComplete() {
    if (!failed) {
      bytes.onComplete();
    }
  }
}
