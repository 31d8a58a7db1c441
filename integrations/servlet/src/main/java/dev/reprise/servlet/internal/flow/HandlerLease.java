package dev.reprise.servlet.internal.flow;

import dev.reprise.idempotency.operation.Holder;
import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.servlet.internal.response.RecordedHeaders;
import dev.reprise.servlet.internal.response.ResponseContent;
import org.jspecify.annotations.Nullable;

/**
 * The lease of the key that a handler runs for.
 *
 * @param <R> type that the guard records
 */
public final class HandlerLease<R> {

  private final Holder<R> holder;
  private final ResponseType<R> type;
  private final RecordedHeaders recordedHeaders;
  private volatile @Nullable ResponseContent recorded;

  HandlerLease(Holder<R> holder, ResponseType<R> type, RecordedHeaders recordedHeaders) {
    this.holder = holder;
    this.type = type;
    this.recordedHeaders = recordedHeaders;
  }

  public Holder<R> holder() {
    return holder;
  }

  /** Records the response in the handler's transaction, without the fields that are excluded. */
  public void recordIn(IdempotencyStore store, ResponseContent response) {
    ResponseContent kept = recordedHeaders.of(response);
    recorded = null;
    holder.recordIn(store, type.fromContent().apply(kept));
    recorded = kept;
  }

  /** The response that the handler recorded in its transaction; null if it did not. */
  @Nullable ResponseContent recorded() {
    return recorded;
  }
}
