package dev.reprise.reactor.webclient;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import reactor.core.Disposable;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.util.context.Context;

/**
 * The body of a response, of which the beginning is held in memory until it is decided who gets it:
 * nobody, or the caller, who then receives the held part first. The buffers of the connector are
 * copied and released at once, so what is held needs no release.
 */
final class HeldBody extends BaseSubscriber<DataBuffer> {

  private final Context context;
  private final long limit;
  private final boolean failsIfIncomplete;
  private final Sinks.Many<DataBuffer> copies =
      Sinks.unsafe().many().unicast().onBackpressureBuffer();
  private final AtomicBoolean held = new AtomicBoolean();

  /** The timer of the holding, or a sign that it is no longer needed. */
  private final AtomicReference<@Nullable Disposable> timer = new AtomicReference<>();

  private Consumer<@Nullable Throwable> whenHeld = failure -> {};
  private long size;

  /**
   * Holds a body.
   *
   * @param context the Reactor Context of the attempt, with which the body is read
   * @param limit the number of bytes after which no more is requested
   * @param failsIfIncomplete true if a failure before that ends the holding with it; otherwise the
   *     caller receives it after the bytes before it
   */
  HeldBody(Context context, long limit, boolean failsIfIncomplete) {
    this.context = context;
    this.limit = limit;
    this.failsIfIncomplete = failsIfIncomplete;
  }

  /** Sets the receiver of the end of the holding: null, or the failure. Called before subscribe. */
  void whenHeld(Consumer<@Nullable Throwable> receiver) {
    whenHeld = receiver;
  }

  boolean isHeld() {
    return held.get();
  }

  /** Cancels a timer at the end of the holding. */
  void endHoldingBy(Disposable scheduled) {
    if (!timer.compareAndSet(null, scheduled)) {
      scheduled.dispose();
    }
  }

  /** Ends the holding: the remaining bytes are not needed for the decision. */
  void stopHolding() {
    end(null);
  }

  private void end(@Nullable Throwable failure) {
    if (!held.compareAndSet(false, true)) {
      return;
    }
    Disposable set = timer.getAndSet(Ended.INSTANCE);
    if (set != null) {
      set.dispose();
    }
    whenHeld.accept(failure);
  }

  @Override
  public Context currentContext() {
    return context;
  }

  @Override
  protected void hookOnSubscribe(Subscription subscription) {
    subscription.request(1);
  }

  @Override
  protected void hookOnNext(DataBuffer buffer) {
    byte[] bytes = new byte[buffer.readableByteCount()];
    try {
      buffer.read(bytes);
    } finally {
      DataBufferUtils.release(buffer);
    }
    size += bytes.length;
    Sinks.EmitResult unused =
        copies.tryEmitNext(DefaultDataBufferFactory.sharedInstance.wrap(bytes));
    if (size > limit) {
      end(null);
    } else if (!held.get()) {
      request(1);
    }
  }

  @Override
  protected void hookOnComplete() {
    Sinks.EmitResult unused = copies.tryEmitComplete();
    end(null);
  }

  @Override
  protected void hookOnError(Throwable failure) {
    Sinks.EmitResult unused = copies.tryEmitError(failure);
    end(failsIfIncomplete ? failure : null);
  }

  /**
   * The whole body, once. What the caller requests is requested from the connector, also if it is
   * held: at most the held buffers are buffered in addition.
   */
  Flux<DataBuffer> remaining() {
    return copies.asFlux().doOnRequest(this::request).doOnCancel(this::cancel);
  }

  /** Releases the body: what was not read is cancelled. */
  void discard() {
    cancel();
    Disposable set = timer.getAndSet(Ended.INSTANCE);
    if (set != null) {
      set.dispose();
    }
  }

  /** In place of the timer of a body that is no longer held. */
  private enum Ended implements Disposable {
    INSTANCE;

    @Override
    public void dispose() {}
  }
}
