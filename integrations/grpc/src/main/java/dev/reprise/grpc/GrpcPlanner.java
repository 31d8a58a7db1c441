package dev.reprise.grpc;

import dev.reprise.Retry;
import dev.reprise.classify.AttemptTimeoutException;
import dev.reprise.decision.StopReason;
import dev.reprise.decision.View;
import dev.reprise.function.Attempt;
import dev.reprise.policy.AttemptTimeout;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import dev.reprise.report.RetryReport;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.Deadline;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Selects policy, state and key of each call. Immutable but for the count of buffered bytes. */
final class GrpcPlanner {

  private static final String CHANNEL = "channel";
  private static final int MAX_METHODS = 1_000;

  private final GrpcRetry settings;
  private final FailureMapper failures;
  private final BufferLimit limit;
  private final Map<Idempotency, Retry> retries = new EnumMap<>(Idempotency.class);
  private final Map<String, Map<Idempotency, Retry>> ofMethods = new ConcurrentHashMap<>();

  GrpcPlanner(GrpcRetry settings) {
    this(settings, FailureMapper.STATUS, true);
  }

  /**
   * For tests of the driver contract, whose policies know no status.
   *
   * @param failures maps statuses and failures
   * @param withRules whether the rules of the settings are added to the policy
   */
  GrpcPlanner(GrpcRetry settings, FailureMapper failures, boolean withRules) {
    this.settings = settings;
    this.failures = failures;
    limit = new BufferLimit(settings.bufferBytes(), settings.totalBufferBytes());
    for (Idempotency idempotency : Idempotency.values()) {
      if (withRules) {
        retries.put(idempotency, settings.retry().withPolicy(policyOf(idempotency)));
      }
    }
  }

  private RetryPolicy policyOf(Idempotency idempotency) {
    RetryPolicy given = settings.retry().policy();
    RetryPolicyBuilder policy = given.toBuilder().idempotency(idempotency);
    if (!idempotency.allowsDuplicates()) {
      policy.withoutHedge();
    }
    if (given.attemptTimeout().isEmpty()) {
      given.within().ifPresent(policy::attemptTimeout);
    }
    new GrpcClassifier(settings.rules(), idempotency.allowsDuplicates(), given.conditions())
        .addTo(policy);
    return policy.build();
  }

  Retry retry() {
    return settings.retry();
  }

  BufferLimit limit() {
    return limit;
  }

  /** The metadata of an attempt: a copy, since the channel changes it. */
  Metadata headersOf(Metadata headers, Attempt attempt) {
    Metadata copy = new Metadata();
    copy.merge(headers);
    boolean keyed = settings.retry().policy().idempotency() == Idempotency.KEYED;
    if (keyed && !headers.containsKey(settings.key())) {
      copy.put(settings.key(), attempt.idempotencyKey());
    }
    return copy;
  }

  /** The failure of an attempt, with a report if the channel has retried it. */
  Throwable failureOf(AttemptCall<?> attempt, Status status, Metadata trailers) {
    return reported(attempt, failures.of(status, trailers, attempt.evidenceAfter(status)));
  }

  /**
   * The failure of an attempt that took too long: a status whose cause is the exception for
   * timeouts, so that both are seen by a policy.
   */
  Throwable timeoutOf(AttemptCall<?> attempt, RetryPolicy policy, @Nullable Throwable cause) {
    AttemptTimeoutException timeout = timeout(attempt, policy, cause);
    Status status =
        Status.DEADLINE_EXCEEDED.withDescription(timeout.getMessage()).withCause(timeout);
    return reported(attempt, failures.of(status, new Metadata(), attempt.evidenceAfterTimeout()));
  }

  /** Names the timeout of the policy, or the deadline if the call has no time left. */
  private static AttemptTimeoutException timeout(
      AttemptCall<?> attempt, RetryPolicy policy, @Nullable Throwable cause) {
    long left = attempt.limitNanos();
    boolean learned = policy.attemptTimeouts().filter(AttemptTimeout::readsLatencies).isPresent();
    long timeout =
        learned ? left : policy.attemptTimeoutNanos(attempt.attempt().number(), View.NONE);
    boolean isLast =
        policy
            .within()
            .filter(limit -> attempt.attempt().elapsed().compareTo(limit) >= 0)
            .isPresent();
    long limit = isLast ? Math.min(left, timeout) : timeout;
    return new AttemptTimeoutException(Math.max(1, limit), timeout, cause);
  }

  private static Throwable reported(AttemptCall<?> attempt, Throwable failure) {
    int retries = attempt.facts().channelRetries();
    if (retries > 0) {
      new RetryReport(
              CHANNEL,
              retries + 1,
              StopReason.ATTEMPTS,
              0,
              List.of(),
              attempt.mark(),
              attempt.mark())
          .attachTo(failure);
    }
    return failure;
  }

  /** The earlier of two deadlines; null if there is none. */
  static @Nullable Deadline earlier(@Nullable Deadline one, @Nullable Deadline other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return one.minimum(other);
  }

  /** The status for the caller after the failure of a call. */
  static Status statusOf(Throwable failure) {
    return Status.fromThrowable(failure).withCause(failure);
  }

  /** The trailers for the caller after the failure of a call. */
  static Metadata trailersOf(Throwable failure) {
    Metadata trailers = Status.trailersFromThrowable(failure);
    return trailers == null ? new Metadata() : trailers;
  }

  /** The retry of one call. */
  Retry retryFor(
      MethodDescriptor<?, ?> method,
      CallOptions options,
      Channel channel,
      Metadata headers,
      @Nullable Deadline deadline,
      boolean repeatable) {
    Retry retry = selected(idempotencyOf(method, headers), method, options, channel);
    if (!repeatable) {
      retry = retry.withPolicy(retry.policy().toBuilder().withoutHedge().maxAttempts(1).build());
    }
    if (deadline != null) {
      retry = retry.within(Duration.ofNanos(deadline.timeRemaining(TimeUnit.NANOSECONDS)));
    }
    return retry;
  }

  private Retry selected(
      Idempotency idempotency,
      MethodDescriptor<?, ?> method,
      CallOptions options,
      Channel channel) {
    Retry prepared = retries.get(idempotency);
    if (prepared == null) {
      return settings.retry();
    }
    if (settings.stateKey() != GrpcRetry.StateKey.AUTHORITY) {
      return ofMethod(prepared, idempotency, method.getFullMethodName());
    }
    String authority =
        options.getAuthority() == null ? channel.authority() : options.getAuthority();
    return prepared
        .on(String.valueOf(authority))
        .describingAttempts(method.getFullMethodName(), result -> null);
  }

  /** The retry of a method, made once. The methods of a channel are few. */
  private Retry ofMethod(Retry prepared, Idempotency idempotency, String method) {
    Map<Idempotency, Retry> known = ofMethods.get(method);
    if (known == null) {
      known = new ConcurrentHashMap<>();
      if (ofMethods.size() < MAX_METHODS) {
        ofMethods.put(method, known);
      }
    }
    Retry made = known.get(idempotency);
    if (made == null) {
      Retry on = settings.stateKey() == GrpcRetry.StateKey.METHOD ? prepared.on(method) : prepared;
      made = on.describingAttempts(method, result -> null);
      known.put(idempotency, made); // immutable, so another thread may make it again
    }
    return made;
  }

  private Idempotency idempotencyOf(MethodDescriptor<?, ?> method, Metadata headers) {
    Idempotency declared = settings.retry().policy().idempotency();
    if (declared != Idempotency.UNSPECIFIED) {
      return declared;
    }
    if (headers.containsKey(settings.key())) {
      return Idempotency.KEYED;
    }
    boolean idempotent =
        method.isIdempotent()
            || method.isSafe()
            || settings.isIdempotentMethod(method.getFullMethodName());
    return idempotent ? Idempotency.IDEMPOTENT : Idempotency.UNSPECIFIED;
  }

  /** Maps between statuses and the failures that the policy sees. */
  interface FailureMapper {

    FailureMapper STATUS = AttemptFailedException::new;

    /** The failure of an attempt. */
    Throwable of(Status status, Metadata trailers, AttemptFailedException.Evidence evidence);
  }
}
