package dev.reprise.servlet;

import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.idempotency.operation.Holder;
import dev.reprise.idempotency.store.IdempotencyStore;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The right of a handler to do what a request with a key asks for. A handler has it from {@link
 * IdempotencyFilter#guarded} or {@link IdempotencyHandlerFilter#guarded}; it needs it only to hand
 * on the fencing token, to renew the lease, or to record its response by itself.
 *
 * <p>Valid until the handler returns. Safe for use by any thread.
 */
public final class GuardedRequest {

  private final Holder<RecordedResponse> holder;
  private final RecordedHeaders keptHeaders;
  private volatile @Nullable RecordedResponse recorded;

  GuardedRequest(Holder<RecordedResponse> holder, RecordedHeaders keptHeaders) {
    this.holder = holder;
    this.keptHeaders = keptHeaders;
  }

  /**
   * The key in its scope.
   *
   * @return the key that the handler runs for
   */
  public IdempotencyKey key() {
    return holder.key();
  }

  /**
   * The fencing token, as {@link Holder#token()} has it.
   *
   * @return greater than that of every handler that ran for this key before
   */
  public long token() {
    return holder.token();
  }

  /**
   * How long nobody else is given the key.
   *
   * @return what is left of the lease; zero if it may have ended
   */
  public Duration leaseLeft() {
    return holder.leaseLeft();
  }

  /**
   * Begins the lease again, as {@link Holder#renew()} does.
   *
   * @throws dev.reprise.idempotency.failure.StaleHolderException if somebody else has taken the key
   *     over: the handler should stop
   * @throws IllegalStateException if the handler has returned, or the response is recorded
   * @throws dev.reprise.idempotency.store.IdempotencyStoreException if the store fails
   */
  public void renew() {
    holder.renew();
  }

  /**
   * Records the response in the transaction in which the handler writes its effect, so that both
   * are committed or neither is: the effect happens exactly once.
   *
   * <p>The handler then commits and sends that response. If the transaction is rolled back, it may
   * run it again and record again in the next one. If it throws, or sends another status, it is
   * taken to have rolled back: the client gets what it sent, and the key is released, which changes
   * nothing where the transaction was committed after all.
   *
   * @param store the same store, in the handler's transaction
   * @param answer what duplicates get; fields that are never recorded are left out
   * @throws dev.reprise.idempotency.failure.StaleHolderException if somebody else has taken the key
   *     over, or an earlier transaction of this handler was committed after all; the transaction
   *     should be rolled back
   * @throws dev.reprise.idempotency.failure.OutcomeNotRecordedException if the store fails
   * @throws IllegalStateException if the handler has returned
   */
  public void recordIn(IdempotencyStore store, RecordedResponse answer) {
    Objects.requireNonNull(store, "store");
    RecordedResponse kept = keptHeaders.of(Objects.requireNonNull(answer, "answer"));
    recorded = null;
    holder.recordIn(store, kept);
    recorded = kept;
  }

  /** What the handler recorded by itself; null if it did not. */
  @Nullable RecordedResponse recorded() {
    return recorded;
  }

  /**
   * The key and the token.
   *
   * @return {@code POST /payments/5f2a9c01b3de, token 7}
   */
  @Override
  public String toString() {
    return holder.toString();
  }
}
