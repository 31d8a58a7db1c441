package dev.reprise.dynamodb.internal.send;

import dev.reprise.aws.AwsFailures;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.dynamodb.internal.client.TableClient;
import dev.reprise.dynamodb.internal.client.UsageMeter;
import dev.reprise.time.TickSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends chunks whose effect is unknown after a lost response, and records which of their items are
 * uncertain.
 *
 * @param <I> type of the items
 * @param <R> type of the service's response
 */
public abstract class EffectSender<I, R> extends ChunkSender<I, R> {

  /** Sends the requests. */
  protected final TableClient client;

  /** Counts the requests. */
  protected final UsageMeter meter;

  /** Items that an attempt without a response may have carried out. */
  protected final UncertainWrites<I> uncertain;

  private final TickSource ticks;

  /** Creates a sender. Its requests have one item, or items that name their tables. */
  protected EffectSender(
      TableClient client, UsageMeter meter, UncertainWrites<I> uncertain, TickSource ticks) {
    super(null);
    this.client = client;
    this.meter = meter;
    this.uncertain = uncertain;
    this.ticks = ticks;
  }

  @Override
  public final CompletableFuture<R> request(List<I> items) {
    long nowNanos = ticks.nanos();
    RuntimeException expired = expired(items, nowNanos);
    if (expired != null) {
      return CompletableFuture.failedFuture(expired);
    }
    Supplier<CompletableFuture<R>> call = prepare(items);
    meter.request();
    items.forEach(item -> uncertain.sent(item, nowNanos));
    return call.get();
  }

  /** Returns the failure of an attempt that must not be sent any more; null if it may be sent. */
  protected @Nullable RuntimeException expired(List<I> items, long nowNanos) {
    return null;
  }

  /** Builds a request. The result sends it, once the request is counted and recorded. */
  protected abstract Supplier<CompletableFuture<R>> prepare(List<I> items);

  @Override
  protected final BatchReply<I> throttled(List<I> items, Throwable failure) {
    items.forEach(uncertain::hadNoEffect);
    return super.throttled(items, failure);
  }

  @Override
  protected final BatchReply<I> failed(List<I> items, Throwable failure) throws Throwable {
    if (AwsFailures.isWithoutEffect(failure)) {
      items.forEach(uncertain::hadNoEffect);
    }
    return refused(items, failure);
  }

  /**
   * Returns the reply for a request that failed for a reason other than throttling.
   *
   * @throws Throwable the failure, if the policy is to decide on it
   */
  protected BatchReply<I> refused(List<I> items, Throwable failure) throws Throwable {
    return super.failed(items, failure);
  }
}
