package dev.reprise.verification.spring.grpc;

import dev.reprise.spring.grpc.GrpcRetryCustomizer;
import dev.reprise.spring.grpc.RetryCallOptions;
import dev.reprise.spring.grpc.RetryingChannels;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.AbstractStub;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.grpc.client.ClientInterceptorsConfigurer;
import org.springframework.grpc.client.GrpcChannelBuilderCustomizer;
import org.springframework.grpc.client.GrpcChannelFactory;
import org.springframework.grpc.client.NettyGrpcChannelFactory;

/** The code of the guide's page about gRPC in Spring, and of the Javadoc. */
final class SpringGrpcSnippets {

  /** A generated stub. */
  abstract static class Orders extends AbstractStub<Orders> {

    Orders(io.grpc.Channel channel) {
      super(channel);
    }

    abstract String find(String request);
  }

  @Bean
  ManagedChannel ordersChannel(GrpcChannelFactory channels) {
    return channels.createChannel("orders");
  }

  @Bean
  GrpcChannelFactory channelFactory(
      ObjectProvider<GrpcChannelBuilderCustomizer<NettyChannelBuilder>> customizers,
      ClientInterceptorsConfigurer interceptors) {
    return new NettyGrpcChannelFactory(customizers.orderedStream().toList(), interceptors);
  }

  static String patient(Orders orders, String request) {
    return orders.withOption(RetryCallOptions.POLICY, "patient").find(request);
  }

  static String once(Orders orders, String request) {
    return orders.withOption(RetryCallOptions.ENABLED, false).find(request);
  }

  static ManagedChannel byHand(RetryingChannels channels) {
    ManagedChannelBuilder<?> builder = ManagedChannelBuilder.forTarget("dns:///orders:443");
    channels.addTo(builder, "orders");
    ManagedChannel channel = builder.build();
    return channel;
  }

  @Bean
  GrpcRetryCustomizer idempotentMethods() {
    return (policy, settings) -> settings.idempotentMethod("shop.Orders/Find");
  }

  static GrpcRetryCustomizer idempotent() {
    GrpcRetryCustomizer idempotent =
        (policy, settings) -> settings.idempotentMethod("shop.Orders/Find");
    return idempotent;
  }
}
