package dev.reprise.grpc.server;

import dev.reprise.classify.Outcome;
import dev.reprise.idempotency.failure.KeyReusedException;
import dev.reprise.idempotency.failure.OutcomeNotReplayableException;
import dev.reprise.idempotency.failure.OutcomePendingException;
import dev.reprise.idempotency.failure.StaleHolderException;
import dev.reprise.idempotency.key.Fingerprint;
import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.idempotency.operation.Holder;
import dev.reprise.idempotency.outcome.GuardedResult;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.Status;
import io.grpc.SynchronizationContext;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A call with a key: holds the request until it is complete, lets the guard run the handler, and
 * sends the response of the handler, or the recorded one.
 */
final class GuardedListener<ReqT, RespT> extends ServerCall.Listener<ReqT> {

  /*
   * Concurrency. The callbacks of grpc come one after another. The guard starts the handler on its
   * own executor, and ends there too. Callbacks of the handler's listener are tasks of one queue,
   * so that onComplete, which grpc may call while the handler still returns, comes after it.
   */

  private static final Logger LOG = System.getLogger("dev.reprise.grpc");
  private static final Duration SOON = Duration.ofSeconds(1);

  private final IdempotentCalls calls;
  private final IdempotencyKey key;
  private final ServerCall<ReqT, RespT> call;
  private final Metadata headers;
  private final ServerCallHandler<ReqT, RespT> next;
  private final Context context = Context.current();
  private final SynchronizationContext handlerQueue =
      new SynchronizationContext(
          (thread, bug) -> LOG.log(Level.ERROR, "a callback of a handler threw", bug));
  private @Nullable ReqT request;
  private @Nullable CompletableFuture<?> running;
  private ServerCall.@Nullable Listener<ReqT> handler; // used within the queue

  /** The response of the handler of this call; the guard's executor passes it on. */
  private volatile CapturedCall.@Nullable Response<RespT> own;

  GuardedListener(
      IdempotentCalls calls,
      IdempotencyKey key,
      ServerCall<ReqT, RespT> call,
      Metadata headers,
      ServerCallHandler<ReqT, RespT> next) {
    this.calls = calls;
    this.key = key;
    this.call = call;
    this.headers = headers;
    this.next = next;
  }

  @Override
  public void onMessage(ReqT message) {
    if (request == null) {
      request = message;
    } else {
      call.close(Status.INTERNAL.withDescription("Too many requests"), new Metadata());
    }
  }

  @Override
  public void onHalfClose() {
    ReqT received = request;
    if (received == null) {
      call.close(Status.INTERNAL.withDescription("Half-closed without a request"), new Metadata());
      return;
    }
    request = null;
    try {
      Fingerprint fingerprint = fingerprintOf(received);
      CompletableFuture<GuardedResult<byte[]>> result =
          calls.guard().executeAsync(key, fingerprint, holder -> start(holder, received));
      running = result;
      CompletableFuture<?> unused = result.whenComplete(this::ended);
    } catch (RefusedCallException refused) {
      refused.close(call);
    }
  }

  private Fingerprint fingerprintOf(ReqT received) throws RefusedCallException {
    byte[] bytes;
    try (InputStream stream = call.getMethodDescriptor().streamRequest(received)) {
      bytes = stream.readNBytes(calls.maxRequestBytes() + 1);
    } catch (IOException failure) {
      LOG.log(Level.ERROR, "a request could not be serialised for its fingerprint", failure);
      throw new RefusedCallException(
          Refusal.UNAVAILABLE, "Calls with an idempotency key cannot be served now");
    }
    if (bytes.length > calls.maxRequestBytes()) {
      throw new RefusedCallException(
          Refusal.REQUEST_TOO_LARGE,
          "A request with an idempotency key has at most " + calls.maxRequestBytes() + " bytes");
    }
    return Fingerprint.of(bytes);
  }

  /** A wait for another call ends; a handler that runs continues, and its response is recorded. */
  @Override
  public void onCancel() {
    CompletableFuture<?> known = running;
    if (known != null) {
      known.cancel(false);
    }
  }

  @Override
  public void onComplete() {
    handlerQueue.execute(
        context.wrap(
            () -> {
              ServerCall.Listener<ReqT> known = handler;
              if (known != null) {
                known.onComplete();
              }
            }));
  }

  private CompletionStage<byte[]> start(Holder<byte[]> holder, ReqT received) {
    CapturedCall<ReqT, RespT> captured = new CapturedCall<>(call);
    Context detached =
        context
            .fork()
            .withValue(GuardedCall.KEY, new GuardedCall(holder, call.getMethodDescriptor()));
    handlerQueue.execute(detached.wrap(() -> run(captured, received)));
    return captured
        .closed()
        .thenApply(
            response -> {
              own = response;
              if (!calls.records(response.status().getCode())) {
                throw new NotRecordedException();
              }
              return response.reply(call).encoded();
            });
  }

  private void run(CapturedCall<ReqT, RespT> captured, ReqT received) {
    try {
      ServerCall.Listener<ReqT> started = next.startCall(captured, headers);
      handler = started;
      started.onMessage(received);
      started.onHalfClose();
    } catch (Throwable bug) {
      if (!captured.closed().completeExceptionally(new HandlerFailedException(bug))) {
        LOG.log(Level.ERROR, "a handler threw after it had closed its call", bug);
      }
    }
  }

  private void ended(@Nullable GuardedResult<byte[]> result, @Nullable Throwable failure) {
    try {
      if (result != null) {
        finish(result);
      } else if (failure != null) {
        fail(failure);
      }
    } catch (RefusedCallException refused) {
      refused.close(call);
    } catch (RuntimeException bug) {
      LOG.log(Level.ERROR, "a response could not be sent", bug);
      call.close(Status.INTERNAL.withDescription("the response could not be sent"), new Metadata());
    }
  }

  private void finish(GuardedResult<byte[]> result) throws RefusedCallException {
    CapturedCall.Response<RespT> response = own;
    if (!result.isReplayed() && response != null) {
      response.send(call);
      return;
    }
    byte[] recorded = ((Outcome.Returned<byte[]>) result.outcome()).value();
    try {
      replay(Reply.decoded(recorded));
    } catch (IOException unreadable) {
      LOG.log(Level.WARNING, "a recorded response cannot be read", unreadable);
      throw notReplayable();
    }
  }

  private void replay(Reply reply) throws IOException {
    Metadata header = reply.headers();
    header.put(IdempotentCalls.REPLAYED, "true");
    byte[] bytes = reply.message();
    call.sendHeaders(header);
    if (bytes != null) {
      try (InputStream stream = new ByteArrayInputStream(bytes)) {
        call.sendMessage(call.getMethodDescriptor().parseResponse(stream));
      }
    }
    call.close(reply.status(), reply.trailers());
  }

  private void fail(Throwable failure) throws RefusedCallException {
    CapturedCall.Response<RespT> response = own;
    if (failure instanceof StaleHolderException) {
      LOG.log(Level.WARNING, "{0}", failure.getMessage());
      throw new RefusedCallException(
          Refusal.OUTCOME_REFUSED,
          "This call took longer than its lease, and another call with its key was started",
          SOON);
    } else if (response != null) {
      if (!(failure instanceof NotRecordedException)) {
        LOG.log(Level.ERROR, "a response is sent that may not be recorded", failure);
      }
      response.send(call);
    } else if (failure instanceof KeyReusedException) {
      throw new RefusedCallException(
          Refusal.KEY_REUSED, "This idempotency key was used for another request");
    } else if (failure instanceof OutcomePendingException pending) {
      throw new RefusedCallException(
          Refusal.OUTCOME_PENDING,
          "A call with this idempotency key is still being processed",
          pending.retryAfter());
    } else if (failure instanceof OutcomeNotReplayableException) {
      LOG.log(Level.WARNING, "{0}", failure.getMessage());
      throw notReplayable();
    } else if (failure instanceof HandlerFailedException) {
      LOG.log(Level.ERROR, "a handler threw", failure.getCause());
      call.close(
          Status.UNKNOWN.withDescription("Application error processing RPC"), new Metadata());
    } else if (!(failure instanceof CancellationException)) {
      LOG.log(Level.ERROR, "the store of idempotency keys failed; a call was refused", failure);
      throw new RefusedCallException(
          Refusal.UNAVAILABLE, "Calls with an idempotency key cannot be served now", SOON);
    }
  }

  private static RefusedCallException notReplayable() {
    return new RefusedCallException(
        Refusal.OUTCOME_NOT_REPLAYABLE,
        "This call was processed before, but its response is not available");
  }
}
