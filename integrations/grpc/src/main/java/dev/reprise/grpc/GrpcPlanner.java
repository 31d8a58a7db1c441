package dev.reprise.grpc;

import dev.reprise.Retry;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.policy.RetryPolicyBuilder;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.Deadline;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Selects policy, state and key of each call. Immutable but for the count of buffered bytes. */
final class GrpcPlanner {

  private static final String CLASSIFIER = "grpc";

  private final GrpcRetry settings;
  private final FailureMapper failures;
  private final BufferLimit limit;
  private final Map<Idempotency, Retry> retries = new EnumMap<>(Idempotency.class);

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
    return policy
        .classifyWith(
            CLASSIFIER, new GrpcClassifier(settings.rules(), idempotency.allowsDuplicates()))
        .build();
  }

  Retry retry() {
    return settings.retry();
  }

  BufferLimit limit() {
    return limit;
  }

  FailureMapper failures() {
    return failures;
  }

  Metadata.Key<String> key() {
    return settings.key();
  }

  /** Returns whether a key is added to the metadata of a call. */
  boolean addsKey(Metadata headers) {
    return settings.retry().policy().idempotency() == Idempotency.KEYED
        && !headers.containsKey(settings.key());
  }

  /** The retry of one call. */
  Retry retryFor(
      MethodDescriptor<?, ?> method,
      CallOptions options,
      Channel channel,
      Metadata headers,
      @Nullable Deadline deadline,
      boolean repeatable) {
    Retry retry = selected(retries.get(idempotencyOf(method, headers)), method, options, channel);
    if (!repeatable) {
      retry = retry.withPolicy(retry.policy().toBuilder().withoutHedge().maxAttempts(1).build());
    }
    if (deadline != null) {
      retry = retry.within(Duration.ofNanos(deadline.timeRemaining(TimeUnit.NANOSECONDS)));
    }
    return retry;
  }

  private Retry selected(
      @Nullable Retry prepared,
      MethodDescriptor<?, ?> method,
      CallOptions options,
      Channel channel) {
    if (prepared == null) {
      return settings.retry();
    }
    String authority =
        options.getAuthority() == null ? channel.authority() : options.getAuthority();
    Retry on =
        switch (settings.stateKey()) {
          case METHOD -> prepared.on(method.getFullMethodName());
          case AUTHORITY -> prepared.on(String.valueOf(authority));
          case SHARED -> prepared;
        };
    return on.describingAttempts(method.getFullMethodName(), result -> null);
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

    FailureMapper STATUS =
        (status, trailers, withoutEffect, answered) ->
            new AttemptFailedException(status, trailers, withoutEffect, answered);

    /** The failure of an attempt. */
    Throwable of(Status status, Metadata trailers, boolean withoutEffect, boolean answered);
  }
}
