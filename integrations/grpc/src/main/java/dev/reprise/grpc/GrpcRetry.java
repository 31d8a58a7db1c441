package dev.reprise.grpc;

import dev.reprise.Retry;
import dev.reprise.report.FailureText;
import io.grpc.Metadata;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * Settings for retrying the calls of one channel: a {@link Retry}, the {@link GrpcRules}, the limit
 * of the buffered requests and the metadata of the idempotency key. Create one for each channel.
 *
 * <pre>{@code
 * GrpcRetry settings =
 *     GrpcRetry.of(Retry.of(RetryPolicy.builder().maxAttempts(4).build()))
 *         .idempotentMethod("shop.Orders/Find");
 * }</pre>
 *
 * <p>A call is declared idempotent by the policy ({@code IDEMPOTENT}, {@code KEYED}), by its method
 * ({@link io.grpc.MethodDescriptor#isIdempotent()}, {@link io.grpc.MethodDescriptor#isSafe()},
 * {@link #idempotentMethod}), or by an idempotency key in its metadata. A policy with {@code
 * NOT_IDEMPOTENT} applies to all calls.
 *
 * <p>Immutable, and safe for use by any thread. No method accepts or returns null.
 */
public final class GrpcRetry {

  /** Bytes of one request that are buffered by default: {@value}, as in grpc-java. */
  public static final int DEFAULT_BUFFER_BYTES = 1 << 20;

  /** Bytes of all requests that are buffered by default: {@value}, as in grpc-java. */
  public static final long DEFAULT_TOTAL_BUFFER_BYTES = 1L << 24;

  /** Name of the metadata with the idempotency key by default: {@value}. */
  public static final String DEFAULT_KEY = "idempotency-key";

  /** Selection of the state, and so of the budget, of a call. */
  enum StateKey {
    METHOD,
    AUTHORITY,
    SHARED
  }

  private final Retry retry;
  private final GrpcRules rules;
  private final StateKey stateKey;
  private final int bufferBytes;
  private final long totalBufferBytes;
  private final Metadata.Key<String> key;
  private final Set<String> idempotentMethods;

  private GrpcRetry(Draft draft) {
    retry = draft.retry;
    rules = draft.rules;
    stateKey = draft.stateKey;
    bufferBytes = draft.bufferBytes;
    totalBufferBytes = draft.totalBufferBytes;
    key = draft.key;
    idempotentMethods = draft.idempotentMethods;
  }

  /**
   * Settings with the standard rules, one state for each method, and the default limits.
   *
   * @param retry makes the attempts. The order of its policy's conditions is: {@code abortOn},
   *     {@code abortIf} and a pushback that forbids a retry, then classifiers, then the rules, then
   *     conditions by class and predicate; a wait that the server asks for is added to each retry
   * @return the settings
   */
  public static GrpcRetry of(Retry retry) {
    return new GrpcRetry(new Draft(Objects.requireNonNull(retry, "retry")));
  }

  /**
   * Replaces the rules.
   *
   * @param rules the rules
   * @return a copy with these rules
   */
  public GrpcRetry withRules(GrpcRules rules) {
    Draft draft = new Draft(this);
    draft.rules = Objects.requireNonNull(rules, "rules");
    return new GrpcRetry(draft);
  }

  /**
   * Selects the state, and so the budget, by the authority of the call. By default each method of
   * the channel has its own state.
   *
   * @return a copy with one state for each authority
   */
  public GrpcRetry byAuthority() {
    Draft draft = new Draft(this);
    draft.stateKey = StateKey.AUTHORITY;
    return new GrpcRetry(draft);
  }

  /**
   * Lets all calls share one state and one budget.
   *
   * @return a copy with one state for all calls
   */
  public GrpcRetry withSharedBudget() {
    Draft draft = new Draft(this);
    draft.stateKey = StateKey.SHARED;
    return new GrpcRetry(draft);
  }

  /**
   * Sets the size of the largest request that is buffered. A larger request is sent once, and its
   * call is not retried.
   *
   * @param bytes bytes of the serialised request, at least 0; the default is {@value
   *     #DEFAULT_BUFFER_BYTES}
   * @return a copy with this limit
   * @throws IllegalArgumentException if {@code bytes} is negative
   */
  public GrpcRetry bufferingUpTo(int bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("bufferingUpTo must be at least 0, but was " + bytes);
    }
    Draft draft = new Draft(this);
    draft.bufferBytes = bytes;
    return new GrpcRetry(draft);
  }

  /**
   * Sets the size of all buffered requests of the calls in progress. A call whose request exceeds
   * it is not retried.
   *
   * @param bytes bytes of the serialised requests, at least 0; the default is {@value
   *     #DEFAULT_TOTAL_BUFFER_BYTES}
   * @return a copy with this limit
   * @throws IllegalArgumentException if {@code bytes} is negative
   */
  public GrpcRetry bufferingInTotalUpTo(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException(
          "bufferingInTotalUpTo must be at least 0, but was " + bytes);
    }
    Draft draft = new Draft(this);
    draft.totalBufferBytes = bytes;
    return new GrpcRetry(draft);
  }

  /**
   * Sets the name of the metadata that contains the idempotency key. The key is added to calls of a
   * policy that is {@code KEYED}, the same for all attempts. A call that has this metadata already
   * keeps it, and is idempotent.
   *
   * @param name name of the metadata; the default is {@value #DEFAULT_KEY}
   * @return a copy with this name
   * @throws IllegalArgumentException if {@code name} is not a valid name of metadata, or that of
   *     binary metadata
   */
  public GrpcRetry keyMetadata(String name) {
    Draft draft = new Draft(this);
    draft.key = Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
    return new GrpcRetry(draft);
  }

  /**
   * Declares a method idempotent.
   *
   * @param fullMethodName name of service and method, such as {@code shop.Orders/Find}
   * @return a copy with this method
   * @throws IllegalArgumentException if {@code fullMethodName} has no slash
   */
  public GrpcRetry idempotentMethod(String fullMethodName) {
    if (fullMethodName.indexOf('/') < 0) {
      throw new IllegalArgumentException(
          "idempotentMethod must be a name such as shop.Orders/Find, but was \""
              + FailureText.oneLine(fullMethodName)
              + "\"");
    }
    Draft draft = new Draft(this);
    draft.idempotentMethods = new TreeSet<>(idempotentMethods);
    draft.idempotentMethods.add(fullMethodName);
    return new GrpcRetry(draft);
  }

  /**
   * The retry that makes the attempts.
   *
   * @return the retry
   */
  public Retry retry() {
    return retry;
  }

  /**
   * The rules for status codes.
   *
   * @return the rules
   */
  public GrpcRules rules() {
    return rules;
  }

  StateKey stateKey() {
    return stateKey;
  }

  int bufferBytes() {
    return bufferBytes;
  }

  long totalBufferBytes() {
    return totalBufferBytes;
  }

  Metadata.Key<String> key() {
    return key;
  }

  boolean isIdempotentMethod(String fullMethodName) {
    return idempotentMethods.contains(fullMethodName);
  }

  /** The settings while they change. */
  private static final class Draft {
    private final Retry retry;
    private GrpcRules rules = GrpcRules.standard();
    private StateKey stateKey = StateKey.METHOD;
    private int bufferBytes = DEFAULT_BUFFER_BYTES;
    private long totalBufferBytes = DEFAULT_TOTAL_BUFFER_BYTES;
    private Metadata.Key<String> key =
        Metadata.Key.of(DEFAULT_KEY, Metadata.ASCII_STRING_MARSHALLER);
    private Set<String> idempotentMethods = Set.of();

    Draft(Retry retry) {
      this.retry = retry;
    }

    Draft(GrpcRetry from) {
      retry = from.retry;
      rules = from.rules;
      stateKey = from.stateKey;
      bufferBytes = from.bufferBytes;
      totalBufferBytes = from.totalBufferBytes;
      key = from.key;
      idempotentMethods = from.idempotentMethods;
    }
  }
}
