package dev.reprise.grpc.server;

import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.idempotency.operation.Holder;
import dev.reprise.idempotency.store.IdempotencyStore;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The call that a handler processes under a lease of its key. A handler needs it only to pass on
 * the fencing token, to renew the lease, or to record its response in its own transaction:
 *
 * <pre>{@code
 * GuardedCall guarded = GuardedCall.current();
 * if (guarded != null) {
 *   guarded.recordIn(storeInTransaction, receipt);
 * }
 * }</pre>
 *
 * <p>Valid until the handler closes the call. Safe for use by any thread.
 */
public final class GuardedCall {

  static final Context.Key<GuardedCall> KEY = Context.key("dev.reprise.grpc.server.guarded-call");

  private final Holder<byte[]> holder;
  private final MethodDescriptor<?, ?> method;

  GuardedCall(Holder<byte[]> holder, MethodDescriptor<?, ?> method) {
    this.holder = holder;
    this.method = method;
  }

  /**
   * The guarded call of the current {@link Context}.
   *
   * @return the guarded call; null if the call is not guarded, such as one without a key
   */
  public static @Nullable GuardedCall current() {
    return KEY.get();
  }

  /**
   * The key with its scope.
   *
   * @return the key that the handler runs for
   */
  public IdempotencyKey key() {
    return holder.key();
  }

  /**
   * The fencing token of {@link Holder#token()}.
   *
   * @return a number greater than that of every handler that ran for this key before
   */
  public long token() {
    return holder.token();
  }

  /**
   * The remaining lease, during which no other call gets the key.
   *
   * @return the remaining lease; zero if it may have ended
   */
  public Duration leaseLeft() {
    return holder.leaseLeft();
  }

  /**
   * Restarts the lease, as {@link Holder#renew()} does.
   *
   * @throws dev.reprise.idempotency.failure.StaleHolderException if another call has taken the key
   *     over: the handler should stop
   * @throws IllegalStateException if the call is closed, or the response is recorded
   * @throws dev.reprise.idempotency.store.IdempotencyStoreException if the store fails
   */
  public void renew() {
    holder.renew();
  }

  /**
   * Records a response with the status OK in the transaction in which the handler writes its
   * effect, as {@link Holder#recordIn} does: both are committed or neither is. The handler then
   * commits and sends this response. A handler that ends with another status is assumed to have
   * rolled back.
   *
   * @param store the same store, in the handler's transaction
   * @param response the response message of this method, for duplicates
   * @throws dev.reprise.idempotency.failure.StaleHolderException if another call has taken the key
   *     over; the transaction should be rolled back
   * @throws dev.reprise.idempotency.failure.OutcomeNotRecordedException if the store fails
   * @throws ClassCastException if {@code response} is no message of this method
   * @throws IllegalStateException if the call is closed
   */
  public void recordIn(IdempotencyStore store, Object response) {
    Objects.requireNonNull(store, "store");
    Objects.requireNonNull(response, "response");
    holder.recordIn(store, encoded(method, response));
  }

  @SuppressWarnings("unchecked") // a message of another type fails in its marshaller
  private static <RespT> byte[] encoded(MethodDescriptor<?, RespT> method, Object response) {
    return new Reply(
            new Metadata(), Reply.bytesOf(method, (RespT) response), Status.OK, new Metadata())
        .encoded();
  }

  /**
   * The key and the token.
   *
   * @return {@code shop.Orders/Place/5f2a9c01b3de, token 7}
   */
  @Override
  public String toString() {
    return holder.toString();
  }
}
