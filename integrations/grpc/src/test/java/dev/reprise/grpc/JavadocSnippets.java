package dev.reprise.grpc;

import dev.reprise.Retry;
import dev.reprise.policy.RetryPolicy;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;

/** The code of the snippets in the Javadoc of this module. */
final class JavadocSnippets {

  private JavadocSnippets() {}

  static GrpcRetry settings() {
    GrpcRetry settings =
        GrpcRetry.of(Retry.of(RetryPolicy.builder().maxAttempts(4).build()))
            .idempotentMethod("shop.Orders/Find");
    return settings;
  }

  static ManagedChannel channel(Retry retry) {
    ManagedChannel channel =
        NettyChannelBuilder.forTarget("dns:///orders:443")
            .disableRetry()
            .intercept(RetryClientInterceptor.of(GrpcRetry.of(retry)))
            .build();
    return channel;
  }
}
