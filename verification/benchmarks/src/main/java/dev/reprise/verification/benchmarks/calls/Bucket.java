package dev.reprise.verification.benchmarks.calls;

import dev.reprise.budget.RetryBudget;
import java.util.concurrent.atomic.LongAdder;
import software.amazon.awssdk.retries.internal.circuitbreaker.TokenBucket;
import software.amazon.awssdk.retries.internal.circuitbreaker.TokenBucketStore;

/**
 * A budget shared by all calls to one server. It has the tokens of the standard budget: 100, of
 * which a retry takes 5, and a first try that succeeds returns 1.
 */
interface Bucket {

  /** Tokens of a full bucket. */
  int CAPACITY = 100;

  /** Tokens for a retry. */
  int PRICE = 5;

  /** Records a first try that succeeded. */
  void succeeded(long now);

  /** Takes a permit for a retry and returns it, as after a retry that succeeds. */
  boolean retried(long now);

  /** The standard budget. */
  final class Standard implements Bucket {

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
   * The internal token bucket of the AWS SDK's retry strategies. The strategy around it would add
   * tokens and checks, so this is the lower limit for the SDK.
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

  /** A counter that never refuses and never fills: the lower limit for shared state. */
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
