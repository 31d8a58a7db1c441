package dev.reprise.servlet;

import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.idempotency.operation.Holder;
import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.servlet.internal.flow.HandlerLease;
import java.time.Duration;
import java.util.Objects;

/**
 * The request that a handler processes under a lease of its key. {@link IdempotencyFilter#guarded}
 * and {@link IdempotencyHandlerFilter#guarded} return it. A handler needs it only to pass on the
 * fencing token, to renew the lease, or to record its response in its own transaction:
 *
 * <pre>{@code
 * RecordedResponse response = RecordedResponse.of(201).withHeader("Location", "/payments/17");
 * GuardedRequest guarded = IdempotencyHandlerFilter.guarded(exchange);
 * if (guarded != null) {
 *   guarded.recordIn(storeInTransaction, response);
 * }
 * IdempotencyHandlerFilter.send(exchange, response);
 * }</pre>
 *
 * <p>Valid until the handler returns. Safe for use by any thread.
 */
public final class GuardedRequest {

  private final HandlerLease<?> lease;

  GuardedRequest(HandlerLease<?> lease) {
    this.lease = lease;
  }

  /**
   * The key with its scope.
   *
   * @return the key that the handler runs for
   */
  public IdempotencyKey key() {
    return lease.holder().key();
  }

  /**
   * The fencing token of {@link Holder#token()}.
   *
   * @return a number greater than that of every handler that ran for this key before
   */
  public long token() {
    return lease.holder().token();
  }

  /**
   * The remaining lease, during which no other request gets the key.
   *
   * @return the remaining lease; zero if it may have ended
   */
  public Duration leaseLeft() {
    return lease.holder().leaseLeft();
  }

  /**
   * Restarts the lease, as {@link Holder#renew()} does.
   *
   * @throws dev.reprise.idempotency.failure.StaleHolderException if another request has taken the
   *     key over: the handler should stop
   * @throws IllegalStateException if the handler has returned, or the response is recorded
   * @throws dev.reprise.idempotency.store.IdempotencyStoreException if the store fails
   */
  public void renew() {
    lease.holder().renew();
  }

  /**
   * Records the response in the transaction in which the handler writes its effect. Both are
   * committed or neither is, so the effect happens exactly once.
   *
   * <p>The handler then commits and sends this response. If the transaction is rolled back, the
   * handler may run it again and record again in the new transaction. A handler that throws, or
   * sends another status, is assumed to have rolled back: the client gets the response that was
   * sent, and the key is released. The release changes nothing if the transaction was committed.
   *
   * @param store the same store, in the handler's transaction
   * @param response the response for duplicates; excluded header fields are removed
   * @throws dev.reprise.idempotency.failure.StaleHolderException if another request has taken the
   *     key over, or an earlier transaction of this handler was committed; the transaction should
   *     be rolled back
   * @throws dev.reprise.idempotency.failure.OutcomeNotRecordedException if the store fails
   * @throws IllegalStateException if the handler has returned
   */
  public void recordIn(IdempotencyStore store, RecordedResponse response) {
    Objects.requireNonNull(store, "store");
    lease.recordIn(store, Objects.requireNonNull(response, "response").content());
  }

  /**
   * The key and the token.
   *
   * @return {@code POST /payments/5f2a9c01b3de, token 7}
   */
  @Override
  public String toString() {
    return lease.holder().toString();
  }
}
