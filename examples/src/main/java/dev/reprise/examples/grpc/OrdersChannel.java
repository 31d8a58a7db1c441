package dev.reprise.examples.grpc;

import dev.reprise.Retry;
import dev.reprise.grpc.GrpcRetry;
import dev.reprise.grpc.RetryClientInterceptor;
import dev.reprise.policy.Idempotency;
import dev.reprise.policy.RetryPolicy;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import java.time.Duration;

/** A channel whose calls are retried. */
public final class OrdersChannel {

  private OrdersChannel() {}

  /**
   * Opens a channel.
   *
   * @param builder the target, such as {@code ManagedChannelBuilder.forTarget("dns:///orders:443")}
   * @return the channel; each call has a key, so a server that knows keys processes it once
   */
  public static ManagedChannel open(ManagedChannelBuilder<?> builder) {
    Retry retry =
        Retry.of(
                RetryPolicy.builder()
                    .maxAttempts(4)
                    .within(Duration.ofSeconds(10))
                    .attemptTimeout(Duration.ofSeconds(2))
                    .idempotency(Idempotency.KEYED)
                    .build())
            .named("orders");

    return builder.disableRetry().intercept(RetryClientInterceptor.of(GrpcRetry.of(retry))).build();
  }
}
