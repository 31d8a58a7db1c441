package dev.reprise.servlet.internal.flow;

import dev.reprise.classify.Outcome;
import dev.reprise.idempotency.IdempotencyGuard;
import dev.reprise.idempotency.failure.IdempotencyException;
import dev.reprise.idempotency.failure.KeyReusedException;
import dev.reprise.idempotency.failure.OutcomeNotRecordedException;
import dev.reprise.idempotency.failure.OutcomeNotReplayableException;
import dev.reprise.idempotency.failure.OutcomePendingException;
import dev.reprise.idempotency.failure.StaleHolderException;
import dev.reprise.idempotency.key.Fingerprint;
import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.idempotency.key.InvalidIdempotencyKeyException;
import dev.reprise.idempotency.outcome.GuardedResult;
import dev.reprise.idempotency.store.IdempotencyStoreException;
import dev.reprise.servlet.internal.response.ProblemType;
import dev.reprise.servlet.internal.response.ResponseContent;
import dev.reprise.servlet.internal.scope.ScopeText;
import dev.reprise.servlet.request.IncomingRequest;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The processing of a request, the same on all servers.
 *
 * @param <R> type that the guard records
 */
public final class RequestFlow<R> {

  private static final Logger LOG = System.getLogger("dev.reprise.servlet");
  private static final Duration SOON = Duration.ofSeconds(1);
  private static final int MAX_HEADER_BYTES = 64 * 1024;

  private final RequestSettings settings;
  private final IdempotencyGuard<R> guard;
  private final ResponseType<R> type;

  /** A flow; sets the guard's bound on outcomes to the longest response and its header fields. */
  public RequestFlow(RequestSettings settings, IdempotencyGuard<R> guard, ResponseType<R> type) {
    this.settings = settings;
    this.guard = guard.maxOutcomeBytes(settings.maxResponseBytes + MAX_HEADER_BYTES);
    this.type = type;
  }

  /** Responds to the request: with the handler's response, a recorded one or a problem. */
  public void handle(ServerExchange exchange) throws Exception {
    IncomingRequest request = exchange.request();
    List<String> lines = KeyFieldReader.lines(request);
    boolean required = settings.keyRequired.contains(request.method());
    if (RequestSettings.SAFE_METHODS.contains(request.method())
        || (lines.isEmpty() && !required)
        || exchange.isGuarded()) {
      exchange.pass();
      return;
    }
    GuardedCall call = new GuardedCall(exchange);
    try {
      IdempotencyKey key = key(exchange, lines);
      RequestBody body =
          settings.readsBody ? RequestBodyReader.read(exchange, settings) : RequestBody.UNREAD;
      call.body = body.bytes();
      call.respond(key, fingerprint(request, body));
    } catch (RequestRefusedException refused) {
      if (!call.hasRun) {
        RequestBodyReader.discardRefused(exchange, settings.maxRequestBytes);
      }
      exchange.respond(
          refused.problem().response(refused.detail(), refused.retryAfter(), settings.describedAt));
    }
  }

  private IdempotencyKey key(ServerExchange exchange, List<String> lines)
      throws RequestRefusedException {
    if (lines.isEmpty()) {
      throw new RequestRefusedException(
          ProblemType.KEY_MISSING, "This request needs an Idempotency-Key; none was sent.");
    }
    IncomingRequest request = exchange.request();
    String key = KeyFieldReader.read(lines, settings.acceptsUnquoted);
    try {
      return IdempotencyKey.of(
          principal(request),
          ScopeText.operation(
              settings.application,
              request.method(),
              settings.scope.apply(request),
              exchange.normalPath()),
          key);
    } catch (InvalidIdempotencyKeyException invalid) {
      throw new RequestRefusedException(
          ProblemType.KEY_MALFORMED,
          "Idempotency-Key: " + invalid.getMessage() + ".",
          null,
          invalid);
    }
  }

  private String principal(IncomingRequest request) throws RequestRefusedException {
    String name = settings.principal.apply(request);
    if (name != null && !name.isBlank()) {
      return ScopeText.principal(name);
    }
    if (settings.allowsAnonymous) {
      return ScopeText.ANONYMOUS;
    }
    throw new RequestRefusedException(
        ProblemType.PRINCIPAL_MISSING, "A request with an Idempotency-Key must be authenticated.");
  }

  private Fingerprint fingerprint(IncomingRequest request, RequestBody body)
      throws RequestRefusedException {
    Fingerprint fingerprint = settings.fingerprint(request, body);
    if (fingerprint == null) {
      throw new RequestRefusedException(
          ProblemType.FINGERPRINT_MISSING,
          "This request has an Idempotency-Key, but lacks the part that its fingerprint is"
              + " computed from.");
    }
    return fingerprint;
  }

  /** One call to the guard. */
  private final class GuardedCall {

    private final ServerExchange exchange;
    private byte[] body = RequestBody.UNREAD.bytes();
    private boolean hasRun;
    private ServerExchange.@Nullable Captured captured;

    GuardedCall(ServerExchange exchange) {
      this.exchange = exchange;
    }

    void respond(IdempotencyKey key, Fingerprint fingerprint) throws Exception {
      try {
        GuardedResult<R> result =
            guard.execute(
                key,
                fingerprint,
                holder -> run(new HandlerLease<>(holder, type, settings.recordedHeaders)));
        if (result.isReplayed()) {
          R recorded = ((Outcome.Returned<R>) result.outcome()).value();
          replay(type.toContent().apply(recorded));
        }
      } catch (HandlerException failed) {
        throw failed.unwrapped();
      } catch (UnrecordedResponseException released) {
        warnOfSuppressed(key, released);
      } catch (IdempotencyException | IdempotencyStoreException failure) {
        guardFailed(failure);
      }
      ServerExchange.Captured response = captured;
      if (response != null) {
        response.send();
      }
    }

    private R run(HandlerLease<R> lease) throws HandlerException, UnrecordedResponseException {
      hasRun = true;
      ServerExchange.Captured response;
      try {
        response = exchange.run(lease, body, settings.readsBody, settings.maxResponseBytes);
      } catch (Throwable failure) {
        throw new HandlerException(failure);
      }
      captured = response;
      ResponseContent sent = response.content();
      ResponseContent recorded = lease.recorded();
      if (recorded != null
          ? recorded.status() != sent.status()
          : !settings.recordedStatuses.test(sent.status())) {
        throw new UnrecordedResponseException();
      }
      return type.fromContent()
          .apply(recorded != null ? recorded : settings.recordedHeaders.of(sent));
    }

    private void replay(ResponseContent recorded) throws IOException, RequestRefusedException {
      if (recorded.omittedBytes() > 0) {
        throw notReplayable(
            "the body of its response, "
                + recorded.omittedBytes()
                + " bytes, was too long to be recorded");
      }
      String field = settings.replayField;
      RequestBodyReader.discardReplayed(exchange);
      exchange.respond(field == null ? recorded : recorded.withHeader(field, "true"));
    }

    /**
     * Refuses the request, or returns if the handler's response is sent in spite of the failure.
     */
    private void guardFailed(RuntimeException failure) throws RequestRefusedException {
      ServerExchange.Captured response = captured;
      if (failure instanceof OutcomeNotRecordedException) {
        LOG.log(Level.ERROR, "a response is sent that may not be recorded", failure);
      } else if (failure instanceof StaleHolderException) {
        LOG.log(Level.WARNING, "{0}", failure.getMessage());
        if (response != null && response.discard()) {
          captured = null;
          throw new RequestRefusedException(
              ProblemType.OUTCOME_REFUSED,
              "This request took longer than its lease, and another request with this"
                  + " Idempotency-Key was started; send it again to get its response.",
              SOON,
              failure);
        }
      } else {
        throw refusal(failure);
      }
    }
  }

  private static RequestRefusedException refusal(RuntimeException failure) {
    if (failure instanceof KeyReusedException) {
      return new RequestRefusedException(
          ProblemType.KEY_REUSED, "This Idempotency-Key was used for another request.");
    }
    if (failure instanceof OutcomePendingException pending) {
      return new RequestRefusedException(
          ProblemType.OUTCOME_PENDING,
          "A request with this Idempotency-Key is still being processed.",
          pending.retryAfter(),
          pending);
    }
    if (failure instanceof OutcomeNotReplayableException) {
      LOG.log(Level.WARNING, "{0}", failure.getMessage());
      return notReplayable("its response is not available");
    }
    LOG.log(Level.ERROR, "the store of idempotency keys failed; a request was refused", failure);
    return new RequestRefusedException(
        ProblemType.UNAVAILABLE,
        "Requests with an Idempotency-Key cannot be served now.",
        SOON,
        failure);
  }

  private static RequestRefusedException notReplayable(String reason) {
    return new RequestRefusedException(
        ProblemType.OUTCOME_NOT_REPLAYABLE,
        "This request was processed before, but " + reason + ".");
  }

  private static void warnOfSuppressed(IdempotencyKey key, UnrecordedResponseException released) {
    for (Throwable notReleased : released.getSuppressed()) {
      LOG.log(Level.WARNING, key + " stays leased: it could not be released", notReleased);
    }
  }
}
