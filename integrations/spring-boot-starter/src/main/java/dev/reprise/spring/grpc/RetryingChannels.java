package dev.reprise.spring.grpc;

import dev.reprise.grpc.RetryClientInterceptor;
import dev.reprise.spring.policies.PerPolicy;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ManagedChannelBuilder;
import io.grpc.MethodDescriptor;

/**
 * Adds retries to gRPC channels that Spring gRPC does not create. For the others, the property
 * {@code reprise.grpc.channels} is enough.
 *
 * <pre>{@code
 * ManagedChannelBuilder<?> builder = ManagedChannelBuilder.forTarget("dns:///orders:443");
 * channels.addTo(builder, "orders");
 * ManagedChannel channel = builder.build();
 * }</pre>
 *
 * <p>The policy is looked up for each call, so that a reload takes effect. All channels with the
 * same policy share the budget of each method.
 */
public final class RetryingChannels {

  private final PerPolicy<RetryClientInterceptor> interceptors;

  RetryingChannels(PerPolicy<RetryClientInterceptor> interceptors) {
    this.interceptors = interceptors;
  }

  /**
   * Adds retries to a channel, and switches off its own. Interceptors that were added before are
   * called in every attempt.
   *
   * @param builder the builder of the channel
   * @param policy name of a policy
   * @throws IllegalArgumentException if no policy has this name; the message lists the existing
   *     names
   */
  public void addTo(ManagedChannelBuilder<?> builder, String policy) {
    builder.disableRetry().intercept(interceptor(policy));
  }

  /**
   * An interceptor with retries, for a stub or a channel. The retries of the channel itself stay
   * on: a failure that the channel has retried is not retried again.
   *
   * @param policy name of a policy
   * @return the interceptor
   * @throws IllegalArgumentException if no policy has this name; the message lists the existing
   *     names
   */
  public ClientInterceptor interceptor(String policy) {
    RetryClientInterceptor unused = interceptors.of(policy);
    return new OfPolicy(interceptors, policy);
  }

  /** Looks the policy up for each call. */
  private record OfPolicy(PerPolicy<RetryClientInterceptor> interceptors, String policy)
      implements ClientInterceptor {

    @Override
    public <Q, R> ClientCall<Q, R> interceptCall(
        MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
      if (!options.getOption(RetryCallOptions.ENABLED)) {
        return next.newCall(method, options);
      }
      String other = options.getOption(RetryCallOptions.POLICY);
      return interceptors.of(other == null ? policy : other).interceptCall(method, options, next);
    }
  }
}
