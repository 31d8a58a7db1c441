package dev.reprise.reactor.webclient;

import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxOperator;
import reactor.util.context.Context;

/**
 * The body of a response, which fails when a time is over. The deadline is the same for all
 * subscribers: after a failure, Spring reads the body again.
 */
final class TimeLimitedBody extends FluxOperator<DataBuffer, DataBuffer> {

  private final HoldTimer timer;
  private final Duration limit;
  private final long startNanos;

  TimeLimitedBody(Flux<DataBuffer> content, HoldTimer timer, Duration limit) {
    super(content);
    this.timer = timer;
    this.limit = limit;
    startNanos = timer.nanos();
  }

  @Override
  public void subscribe(CoreSubscriber<? super DataBuffer> actual) {
    Duration rest = limit.minusNanos(Math.max(0, timer.nanos() - startNanos));
    Limited limited = new Limited(actual);
    source.subscribe(limited);
    limited.endAfter(timer, rest.isNegative() ? Duration.ZERO : rest);
  }

  /** The subscriber of the body. Its signals and the timer's may come at the same time. */
  private static final class Limited implements CoreSubscriber<DataBuffer>, Subscription {

    private static final int ENDED = 1 << 29;
    private static final int TIMED_OUT = 1 << 30;

    private final CoreSubscriber<? super DataBuffer> actual;

    /**
     * The number of calls of onNext under way, which may be nested, and the end. The thread that
     * brings it to TIMED_OUT, without emissions, signals the failure.
     */
    private final AtomicInteger state = new AtomicInteger();

    private volatile @Nullable Subscription content;
    private volatile @Nullable Disposable task;

    Limited(CoreSubscriber<? super DataBuffer> actual) {
      this.actual = actual;
    }

    void endAfter(HoldTimer timer, Duration rest) {
      if (rest.isZero()) {
        timeout();
        return;
      }
      try {
        task = timer.schedule(this::timeout, rest);
      } catch (Throwable rejection) {
        timeout();
        return;
      }
      if (state.get() >= ENDED) { // it has ended before the task was known
        endTask();
      }
    }

    private void endTask() {
      Disposable set = task;
      if (set != null) {
        set.dispose();
      }
    }

    private void timeout() {
      int before = flag(TIMED_OUT);
      Subscription known = content;
      if (before < ENDED && known != null) {
        known.cancel();
      }
      if (before == 0) {
        fail();
      }
    }

    /** Sets how the body has ended, unless it has, and returns the state before. */
    private int flag(int end) {
      return state.getAndUpdate(now -> now >= ENDED ? now : now | end);
    }

    private void fail() {
      actual.onError(
          new TimeoutException("the body did not arrive within the time of the attempt"));
    }

    @Override
    public Context currentContext() {
      return actual.currentContext();
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      content = subscription;
      actual.onSubscribe(this);
    }

    @Override
    public void onNext(DataBuffer buffer) {
      if (state.getAndUpdate(now -> now >= ENDED ? now : now + 1) >= ENDED) {
        DataBufferUtils.release(buffer);
        return;
      }
      actual.onNext(buffer);
      if (state.decrementAndGet() == TIMED_OUT) {
        fail();
      }
    }

    @Override
    public void onError(Throwable failure) {
      if (end()) {
        actual.onError(failure);
      }
    }

    @Override
    public void onComplete() {
      if (end()) {
        actual.onComplete();
      }
    }

    /** Returns true if nothing has ended the body before. */
    private boolean end() {
      int before = flag(ENDED);
      endTask();
      return before < ENDED;
    }

    @Override
    public void request(long count) {
      Subscription known = content;
      if (known != null) {
        known.request(count);
      }
    }

    @Override
    public void cancel() {
      boolean unused = end();
      Subscription known = content;
      if (known != null) {
        known.cancel();
      }
    }
  }
}
