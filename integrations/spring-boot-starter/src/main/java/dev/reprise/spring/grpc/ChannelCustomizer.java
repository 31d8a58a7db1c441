package dev.reprise.spring.grpc;

import io.grpc.ManagedChannelBuilder;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.Ordered;
import org.springframework.grpc.client.GrpcChannelBuilderCustomizer;

/**
 * Adds retries to the channels with a policy. The last customizer, so that its interceptor is the
 * outermost one, and that no other one switches the channel's own retries on again.
 */
final class ChannelCustomizer<T extends ManagedChannelBuilder<T>>
    implements GrpcChannelBuilderCustomizer<T>, Ordered {

  private final ChannelPolicies policies;
  private final ObjectProvider<RetryingChannels> channels;

  ChannelCustomizer(ChannelPolicies policies, ObjectProvider<RetryingChannels> channels) {
    this.policies = policies;
    this.channels = channels;
  }

  @Override
  public int getOrder() {
    return LOWEST_PRECEDENCE;
  }

  @Override
  public void customize(String channel, T builder) {
    String policy = policies.policyOf(channel);
    if (policy != null) {
      channels.getObject().addTo(builder, policy);
    }
  }
}
