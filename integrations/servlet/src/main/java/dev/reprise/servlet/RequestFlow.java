package dev.reprise.servlet;

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
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What becomes of a request, the same on all servers. */
final class RequestFlow {

  static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

  private static final Logger LOG = System.getLogger("dev.reprise.servlet");
  private static final Duration SOON = Duration.ofSeconds(1);

  /** The least number of bytes up to which a body is read of a request that is refused. */
  static final int READ_OF_REFUSED = 2 * 1024 * 1024;

  /** The number of bytes up to which a body is read of a request whose response is replayed. */
  static final int READ_OF_REPLAYED = 64 * 1024 * 1024;

  private final RequestSettings settings;
  private final IdempotencyGuard<RecordedResponse> guard;

  RequestFlow(RequestSettings settings) {
    this.settings = settings;
    this.guard = settings.sizedGuard();
  }

  /** Answers the request, in the handler's place or through it. */
  void handle(ServerExchange exchange) throws Exception {
    IncomingRequest request = exchange.request();
    List<String> lines = KeyFieldReader.lines(request);
    boolean required = settings.keyRequired.contains(request.method());
    if (SAFE_METHODS.contains(request.method())
        || (lines.isEmpty() && !required)
        || exchange.isGuarded()) {
      exchange.pass();
      return;
    }
    GuardedCall call = new GuardedCall(exchange);
    try {
      IdempotencyKey key = key(exchange, lines);
      RequestBody body = settings.bodyIsRead ? read(exchange) : RequestBody.UNREAD;
      call.body = body.bytes();
      call.answer(key, fingerprint(request, body));
    } catch (RequestRefusedException refused) {
      if (!call.hasRun) {
        discard(exchange, Math.max(settings.maxRequestBytes, READ_OF_REFUSED));
      }
      exchange.answer(
          refused.problem().answer(refused.detail(), refused.retryAfter(), settings.describedAt));
    }
  }

  private IdempotencyKey key(ServerExchange exchange, List<String> lines)
      throws RequestRefusedException {
    if (lines.isEmpty()) {
      throw new RequestRefusedException(
          ProblemType.KEY_MISSING, "This request needs an Idempotency-Key; none was sent.");
    }
    IncomingRequest request = exchange.request();
    String key = KeyFieldReader.read(lines, settings.unquoted);
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
    if (settings.anonymous) {
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
          "A request with an Idempotency-Key needs what tells it from others; it was not sent.");
    }
    return fingerprint;
  }

  private RequestBody read(ServerExchange exchange) throws IOException, RequestRefusedException {
    InputStream in;
    try {
      in = exchange.body();
    } catch (IllegalStateException readByAReader) {
      return readBefore(exchange, "all");
    }
    int max = settings.maxRequestBytes;
    byte[] body = in.readNBytes(max);
    if (body.length == max && in.read() >= 0) {
      throw new RequestRefusedException(
          ProblemType.BODY_TOO_LARGE,
          "The body of a request with an Idempotency-Key must be at most " + max + " bytes long.");
    }
    String missing = BodyLengthCheck.missing(exchange, body.length);
    if (missing == null) {
      return new RequestBody(body, null);
    }
    if (body.length > 0) {
      throw misplaced(missing);
    }
    return readBefore(exchange, missing);
  }

  /**
   * A body that was read before the filter: its parameters identify a form; any other body is an
   * error.
   */
  private RequestBody readBefore(ServerExchange exchange, String missing) {
    Map<String, String[]> form = settings.fingerprint == null ? exchange.formReadBefore() : null;
    if (form == null) {
      throw misplaced(missing);
    }
    return new RequestBody(RequestBody.UNREAD.bytes(), form);
  }

  private static IllegalStateException misplaced(String missing) {
    return new IllegalStateException(
        "the filter for Idempotency-Key must stand before what reads the body, or do without it"
            + " (fingerprintWithoutBody): "
            + missing
            + " of the body had been read before");
  }

  /**
   * Reads what is left of a body before a response in the handler's place: a client that is still
   * sending might not see a response that comes before it has finished. Nobody may keep a thread
   * busy by never finishing, so there is an end to it. Streams of servers do not skip as they read,
   * so this reads. A handler that has run may have closed the body, or read it through a reader;
   * then this must not be called.
   */
  private static void discard(ServerExchange exchange, int atMost) throws IOException {
    InputStream in;
    try {
      in = exchange.body();
    } catch (IllegalStateException readByAReader) {
      return;
    }
    byte[] buffer = new byte[8192];
    int left = atMost;
    int got = 0;
    while (left > 0 && got >= 0) {
      got = in.read(buffer, 0, Math.min(left, buffer.length));
      left -= got;
    }
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

    void answer(IdempotencyKey key, Fingerprint fingerprint) throws Exception {
      try {
        GuardedResult<RecordedResponse> result =
            guard.execute(
                key, fingerprint, holder -> run(new GuardedRequest(holder, settings.keptHeaders)));
        if (result.isReplayed()) {
          replay(((Outcome.Returned<RecordedResponse>) result.outcome()).value());
        }
      } catch (HandlerException failed) {
        throw failed.unwrapped();
      } catch (UnrecordedResponseException released) {
        warnOfSuppressed(key, released);
      } catch (IdempotencyException | IdempotencyStoreException trouble) {
        refuse(trouble);
      }
      ServerExchange.Captured answer = captured;
      if (answer != null) {
        answer.send();
      }
    }

    private RecordedResponse run(GuardedRequest guarded)
        throws HandlerException, UnrecordedResponseException {
      hasRun = true;
      ServerExchange.Captured answer;
      try {
        answer = exchange.run(guarded, body, settings.bodyIsRead, settings.maxAnswerBytes);
      } catch (Throwable failure) {
        throw new HandlerException(failure);
      }
      captured = answer;
      RecordedResponse sent = answer.answer();
      RecordedResponse recorded = guarded.recorded();
      if (recorded != null
          ? recorded.status() != sent.status()
          : !settings.recording.test(sent.status())) {
        throw new UnrecordedResponseException();
      }
      return recorded != null ? recorded : settings.keptHeaders.of(sent);
    }

    private void replay(RecordedResponse recorded) throws IOException, RequestRefusedException {
      if (recorded.leftOut() > 0) {
        throw notReplayable(
            "its answer had " + recorded.leftOut() + " bytes, too many to be recorded");
      }
      String field = settings.replayField;
      discard(exchange, READ_OF_REPLAYED);
      exchange.answer(field == null ? recorded : recorded.withHeader(field, "true"));
    }

    /**
     * What the guard could not do; returns if the handler's response is to be sent all the same.
     */
    private void refuse(RuntimeException trouble) throws RequestRefusedException {
      ServerExchange.Captured answer = captured;
      if (trouble instanceof OutcomeNotRecordedException) {
        LOG.log(Level.ERROR, "an answer is sent that may not be recorded", trouble);
      } else if (trouble instanceof StaleHolderException) {
        LOG.log(Level.WARNING, "{0}", trouble.getMessage());
        if (answer != null && answer.takeBack()) {
          captured = null;
          throw new RequestRefusedException(
              ProblemType.OUTCOME_REFUSED,
              "This request took too long and was begun again; ask again for its outcome.",
              SOON,
              trouble);
        }
      } else {
        throw refusal(trouble);
      }
    }
  }

  private static RequestRefusedException refusal(RuntimeException trouble) {
    if (trouble instanceof KeyReusedException) {
      return new RequestRefusedException(
          ProblemType.KEY_REUSED, "This Idempotency-Key was used for another request.");
    }
    if (trouble instanceof OutcomePendingException pending) {
      return new RequestRefusedException(
          ProblemType.OUTCOME_PENDING,
          "A request with this Idempotency-Key is being worked on.",
          pending.retryAfter(),
          pending);
    }
    if (trouble instanceof OutcomeNotReplayableException) {
      LOG.log(Level.WARNING, "{0}", trouble.getMessage());
      return notReplayable("its answer is not available");
    }
    LOG.log(Level.ERROR, "the store of idempotency keys failed, so a request was refused", trouble);
    return new RequestRefusedException(
        ProblemType.UNAVAILABLE,
        "Requests with an Idempotency-Key cannot be served now.",
        SOON,
        trouble);
  }

  private static RequestRefusedException notReplayable(String why) {
    return new RequestRefusedException(
        ProblemType.OUTCOME_NOT_REPLAYABLE, "This request was done before, but " + why + ".");
  }

  private static void warnOfSuppressed(IdempotencyKey key, UnrecordedResponseException released) {
    for (Throwable notReleased : released.getSuppressed()) {
      LOG.log(Level.WARNING, key + " stays leased: it could not be released", notReleased);
    }
  }
}
