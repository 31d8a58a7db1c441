package dev.reprise.verification.benchmarks.calls;

import dev.reprise.budget.RetryBudget;
import java.util.concurrent.atomic.LongAdder;
import software.amazon.awssdk.retries.internal.circuitbreaker.TokenBucket;
import software.amazon.awssdk.retries.internal.circuitbreaker.TokenBucketStore;

/**
 * What all calls to one server share. Tokens are as in our standard budget: 100 of them, 5 for a
 * retry, 1 back for a first try that succeeds.
 */
interface Bucket {

  /** Tokens when it is full. */
  int CAPACITY = 100;

  /** Tokens for a retry. */
  int PRICE = 5;

  /** A first try succeeded. */
  void succeeded(long now);

  /** Takes a permit for a retry and gives it back, as when the retry succeeds. */
  boolean retried(long now);

  /** The standard budget. */
  final class Ours implements Bucket {

    private final RetryBudget budget = RetryBudget.standard();

    @Override
    public void succeeded(long now) {
      budget.firstAttemptSucceeded(now);
    }

    @Override
    public boolean retried(long now) {
      boolean acquired = budget.tryAcquire(now);
      if (acquired) {
        budget.permitReturned(true, now);
      }
      return acquired;
    }
  }

  /**
   * The token bucket within the AWS SDK's retry strategies, without the strategy around it, which
   * would add its own tokens and checks: the least that the SDK can do.
   */
  final class Aws implements Bucket {

    private final TokenBucket bucket =
        TokenBucketStore.builder()
            .tokenBucketMaxCapacity(CAPACITY)
            .build()
            .tokenBucketForScope("benchmark");

    @Override
    public void succeeded(long now) {
      bucket.release(1);
    }

    @Override
    public boolean retried(long now) {
      boolean acquired = !bucket.tryAcquire(PRICE).acquisitionFailed();
      if (acquired) {
        bucket.release(PRICE);
      }
      return acquired;
    }
  }

  /** A bucket with a monitor. */
  final class Locked implements Bucket {

    private int tokens = CAPACITY;

    @Override
    public synchronized void succeeded(long now) {
      tokens = Math.min(CAPACITY, tokens + 1);
    }

    @Override
    public boolean retried(long now) {
      boolean acquired = take();
      if (acquired) {
        giveBack();
      }
      return acquired;
    }

    private synchronized boolean take() {
      if (tokens < PRICE) {
        return false;
      }
      tokens -= PRICE;
      return true;
    }

    private synchronized void giveBack() {
      tokens = Math.min(CAPACITY, tokens + PRICE);
    }
  }

  /** Counts, and can neither refuse nor be full: the least that can be shared. */
  final class Adder implements Bucket {

    private final LongAdder tokens = new LongAdder();

    @Override
    public void succeeded(long now) {
      tokens.increment();
    }

    @Override
    public boolean retried(long now) {
      tokens.add(-PRICE);
      tokens.add(PRICE);
      return true;
    }
  }
}
