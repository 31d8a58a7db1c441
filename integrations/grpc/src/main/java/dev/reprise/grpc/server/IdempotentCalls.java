package dev.reprise.grpc.server;

import dev.reprise.grpc.GrpcRetry;
import dev.reprise.idempotency.IdempotencyGuard;
import dev.reprise.idempotency.key.Fingerprint;
import dev.reprise.idempotency.outcome.OutcomeCodec;
import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.text.PrintableText;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.security.Principal;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * Settings for unary calls that carry an idempotency key in their metadata. The handler processes
 * the first call with a key; duplicates get the recorded response. {@link
 * IdempotencyServerInterceptor} applies the settings.
 *
 * <pre>{@code
 * IdempotentCalls calls =
 *     IdempotentCalls.of(store, executor)
 *         .guard(guard -> guard.lease(Duration.ofSeconds(30)))
 *         .requireKeyFor("shop.Orders/Place");
 * }</pre>
 *
 * <p><b>Scope.</b> A key is valid for one principal, one method and one {@linkplain #application
 * application}: equal keys in different scopes are different keys. The fingerprint is computed from
 * the bytes of the request.
 *
 * <table>
 *   <caption>Statuses that the interceptor sends instead of the handler's. The trailer {@code
 *   idempotency-refusal} contains the reason</caption>
 *   <tr><th>status</th><th>reason</th><th>condition</th></tr>
 *   <tr><td>as recorded</td><td></td><td>a response is recorded for the key; its header has {@code
 *       idempotency-replayed: true}</td></tr>
 *   <tr><td>INVALID_ARGUMENT</td><td>key-missing</td><td>{@link #requireKeyFor} requires a
 *       key</td></tr>
 *   <tr><td>INVALID_ARGUMENT</td><td>key-malformed</td><td>the key is not one text of 1 to 255
 *       characters</td></tr>
 *   <tr><td>UNAUTHENTICATED</td><td>principal-missing</td><td>the call is not authenticated, and
 *       {@link #allowAnonymous} is not set</td></tr>
 *   <tr><td>ABORTED</td><td>outcome-pending</td><td>the handler still runs for this key, and the
 *       call has waited for the maximum time; {@code grpc-retry-pushback-ms} is the remaining
 *       lease</td></tr>
 *   <tr><td>ABORTED</td><td>outcome-refused</td><td>the handler ran longer than its lease, and
 *       another call took the key over</td></tr>
 *   <tr><td>FAILED_PRECONDITION</td><td>outcome-not-replayable</td><td>the handler ran, but its
 *       response was too long to be recorded, or cannot be read</td></tr>
 *   <tr><td>FAILED_PRECONDITION</td><td>key-reused</td><td>the key was used with another
 *       request</td></tr>
 *   <tr><td>RESOURCE_EXHAUSTED</td><td>request-too-large</td><td>the request is longer than {@link
 *       #maxRequestBytes}</td></tr>
 *   <tr><td>UNAVAILABLE</td><td>unavailable</td><td>the store failed or is full; the handler did
 *       not run</td></tr>
 * </table>
 *
 * <p><b>Responses</b> with these codes are recorded: OK, INVALID_ARGUMENT, NOT_FOUND,
 * ALREADY_EXISTS, FAILED_PRECONDITION and OUT_OF_RANGE. After any other code, and after an
 * exception of the handler, the key is released, and a retry runs the handler again. Message,
 * header, status and trailers are recorded, except the metadata {@code authorization}, {@code
 * set-cookie} and {@code www-authenticate}.
 *
 * <p>If the store fails after the handler has run, the client still gets the response. The lease
 * remains, so the handler does not run for this key before the lease has ended.
 *
 * <p>Immutable except for the store, and safe for use by any thread. No method accepts null.
 */
public final class IdempotentCalls {

  /** Default of {@link #maxRequestBytes}: {@value} bytes. */
  public static final int DEFAULT_MAX_REQUEST_BYTES = 1 << 20;

  /** Name of the trailer with the reason of a refusal: {@value}. */
  public static final String REFUSAL_METADATA = "idempotency-refusal";

  static final Metadata.Key<String> REPLAYED =
      Metadata.Key.of("idempotency-replayed", Metadata.ASCII_STRING_MARSHALLER);

  private static final String ANONYMOUS = "anonymous";
  private static final int LONGEST_PART = 180;
  private static final Set<Status.Code> RECORDED =
      Set.copyOf(
          EnumSet.of(
              Status.Code.OK,
              Status.Code.INVALID_ARGUMENT,
              Status.Code.NOT_FOUND,
              Status.Code.ALREADY_EXISTS,
              Status.Code.FAILED_PRECONDITION,
              Status.Code.OUT_OF_RANGE));

  private final IdempotencyGuard<byte[]> guard;
  private final Function<? super ServerCall<?, ?>, @Nullable String> principal;
  private final boolean allowsAnonymous;
  private final String application;
  private final Set<String> keyRequired;
  private final Metadata.Key<String> key;
  private final int maxRequestBytes;
  private final Set<Status.Code> recorded;

  private IdempotentCalls(Draft draft) {
    guard = draft.guard;
    principal = draft.principal;
    allowsAnonymous = draft.allowsAnonymous;
    application = draft.application;
    keyRequired = draft.keyRequired;
    key = draft.key;
    maxRequestBytes = draft.maxRequestBytes;
    recorded = draft.recorded;
  }

  /**
   * Settings with the defaults: the principal of the client's certificate, no anonymous calls, keys
   * optional, requests of at most 1 MiB, recorded responses of at most 64 KiB, and otherwise a
   * guard with its own defaults.
   *
   * @param store keeps leases and responses
   * @param executor runs the handlers of guarded calls and the operations of the store, which may
   *     both block; usually the executor of the server
   * @return the settings
   */
  public static IdempotentCalls of(IdempotencyStore store, Executor executor) {
    return new IdempotentCalls(
        new Draft(
            IdempotencyGuard.of(store, OutcomeCodec.bytes())
                .withExecutor(Objects.requireNonNull(executor, "executor"))));
  }

  /**
   * Changes the guard: its times, its polling, its environment, its listeners, and the bound on
   * recorded responses ({@link IdempotencyGuard#maxOutcomeBytes}).
   *
   * @param change receives the guard and returns it with other settings
   * @return a copy with this guard
   */
  public IdempotentCalls guard(UnaryOperator<IdempotencyGuard<byte[]>> change) {
    Draft draft = new Draft(this);
    draft.guard = Objects.requireNonNull(change.apply(guard), "guard");
    return new IdempotentCalls(draft);
  }

  /**
   * Sets the source of the principal.
   *
   * @param principal returns the authenticated principal; null or blank if the call is not
   *     authenticated; the name in the client's TLS certificate by default. It runs in the {@link
   *     io.grpc.Context} of the call, so it can read a key that the authentication has set. It must
   *     not return a name that the client can choose freely: a client could then get the responses
   *     to another client
   * @return a copy with this principal
   */
  public IdempotentCalls principal(Function<? super ServerCall<?, ?>, @Nullable String> principal) {
    Draft draft = new Draft(this);
    draft.principal = Objects.requireNonNull(principal, "principal");
    return new IdempotentCalls(draft);
  }

  /**
   * Permits calls without a principal, which are refused by default. All of them share one scope,
   * which no principal has. A client that guesses another client's key, and sends the same request,
   * gets its response. So keys must be hard to guess, such as a UUID.
   *
   * @return a copy that accepts anonymous calls
   */
  public IdempotentCalls allowAnonymous() {
    Draft draft = new Draft(this);
    draft.allowsAnonymous = true;
    return new IdempotentCalls(draft);
  }

  /**
   * Sets the name of the application, so that several applications can share a store, such as a
   * database, without sharing keys.
   *
   * @param name equal in all processes of the application, and different from other applications;
   *     none by default
   * @return a copy with this name
   * @throws IllegalArgumentException if {@code name} is blank
   */
  public IdempotentCalls application(String name) {
    if (name.isBlank()) {
      throw new IllegalArgumentException("application must not be blank");
    }
    Draft draft = new Draft(this);
    draft.application = name;
    return new IdempotentCalls(draft);
  }

  /**
   * Requires a key for some methods. Their calls without a key are refused.
   *
   * @param fullMethodNames names of service and method, such as {@code shop.Orders/Place}; they
   *     replace earlier ones; none by default
   * @return a copy with this requirement
   * @throws IllegalArgumentException if one of them has no slash
   */
  public IdempotentCalls requireKeyFor(String... fullMethodNames) {
    Draft draft = new Draft(this);
    draft.keyRequired = new TreeSet<>();
    for (String name : fullMethodNames) {
      if (name.indexOf('/') < 0) {
        throw new IllegalArgumentException(
            "requireKeyFor must be a name such as shop.Orders/Place, but was \""
                + PrintableText.oneLine(name)
                + "\"");
      }
      draft.keyRequired.add(name);
    }
    return new IdempotentCalls(draft);
  }

  /**
   * Sets the name of the metadata that contains the key.
   *
   * @param name name of the metadata; {@value GrpcRetry#DEFAULT_KEY} by default
   * @return a copy with this name
   * @throws IllegalArgumentException if {@code name} is not a valid name of metadata, or that of
   *     binary metadata
   */
  public IdempotentCalls keyMetadata(String name) {
    Draft draft = new Draft(this);
    draft.key = Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
    return new IdempotentCalls(draft);
  }

  /**
   * Sets the size of the longest request with a key. It is serialised for the fingerprint.
   *
   * @param bytes bytes of the serialised request, at least 0, at most 1,073,741,824; the default is
   *     {@value #DEFAULT_MAX_REQUEST_BYTES}
   * @return a copy with this bound
   * @throws IllegalArgumentException if {@code bytes} is not within its bounds
   */
  public IdempotentCalls maxRequestBytes(int bytes) {
    if (bytes < 0 || bytes > 1 << 30) {
      throw new IllegalArgumentException(
          "maxRequestBytes must be from 0 to 1073741824, but was " + bytes);
    }
    Draft draft = new Draft(this);
    draft.maxRequestBytes = bytes;
    return new IdempotentCalls(draft);
  }

  /**
   * Sets the codes of the responses that are recorded.
   *
   * @param codes the codes, which replace earlier ones
   * @return a copy with these codes
   * @throws IllegalArgumentException if OK is not one of them
   */
  public IdempotentCalls recordedCodes(Status.Code... codes) {
    Set<Status.Code> chosen = Set.of(codes);
    if (!chosen.contains(Status.Code.OK)) {
      throw new IllegalArgumentException("recordedCodes must contain OK, but was " + chosen);
    }
    Draft draft = new Draft(this);
    draft.recorded = chosen;
    return new IdempotentCalls(draft);
  }

  IdempotencyGuard<byte[]> guard() {
    return guard;
  }

  Metadata.Key<String> keyMetadata() {
    return key;
  }

  int maxRequestBytes() {
    return maxRequestBytes;
  }

  boolean requiresKey(String fullMethodName) {
    return keyRequired.contains(fullMethodName);
  }

  boolean records(Status.Code code) {
    return recorded.contains(code);
  }

  String principalOf(ServerCall<?, ?> call) throws RefusedCallException {
    String name = principal.apply(call);
    if (name != null && !name.isBlank()) {
      return keyPart("user:" + name);
    }
    if (allowsAnonymous) {
      return ANONYMOUS;
    }
    throw new RefusedCallException(
        Refusal.PRINCIPAL_MISSING, "A call with an idempotency key must be authenticated");
  }

  String operationOf(MethodDescriptor<?, ?> method) {
    String name = method.getFullMethodName();
    return application.isEmpty() ? keyPart(name) : keyPart(application) + ' ' + keyPart(name);
  }

  /**
   * The text itself if two of them fit into a part of a key, and no character of it is unsafe;
   * otherwise its digest. A text that begins like a digest gets one as well.
   */
  private static String keyPart(String text) {
    boolean valid =
        text.length() <= LONGEST_PART / 2
            && text.codePoints().noneMatch(PrintableText::isUnsafe)
            && !text.startsWith("sha256 ");
    return valid ? text : "sha256 " + Fingerprint.of(text).digest();
  }

  private static @Nullable String peerOf(ServerCall<?, ?> call) {
    SSLSession session = call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
    if (session == null) {
      return null;
    }
    try {
      Principal peer = session.getPeerPrincipal();
      return peer == null ? null : peer.getName();
    } catch (SSLPeerUnverifiedException noCertificate) {
      return null;
    }
  }

  /**
   * The guard.
   *
   * @return one line
   */
  @Override
  public String toString() {
    return "idempotent calls by " + key.name() + ", " + guard;
  }

  /** The settings while they change. */
  private static final class Draft {
    private IdempotencyGuard<byte[]> guard;
    private Function<? super ServerCall<?, ?>, @Nullable String> principal =
        IdempotentCalls::peerOf;
    private boolean allowsAnonymous;
    private String application = "";
    private Set<String> keyRequired = Set.of();
    private Metadata.Key<String> key =
        Metadata.Key.of(GrpcRetry.DEFAULT_KEY, Metadata.ASCII_STRING_MARSHALLER);
    private int maxRequestBytes = DEFAULT_MAX_REQUEST_BYTES;
    private Set<Status.Code> recorded = RECORDED;

    Draft(IdempotencyGuard<byte[]> guard) {
      this.guard = guard;
    }

    Draft(IdempotentCalls from) {
      guard = from.guard;
      principal = from.principal;
      allowsAnonymous = from.allowsAnonymous;
      application = from.application;
      keyRequired = from.keyRequired;
      key = from.key;
      maxRequestBytes = from.maxRequestBytes;
      recorded = from.recorded;
    }
  }
}
