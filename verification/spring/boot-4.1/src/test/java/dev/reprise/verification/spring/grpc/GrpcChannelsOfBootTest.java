package dev.reprise.verification.spring.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.reprise.spring.grpc.GrpcChannelsAutoConfiguration;
import dev.reprise.spring.policies.RepriseAutoConfiguration;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.grpc.client.autoconfigure.GrpcClientAutoConfiguration;
import org.springframework.boot.grpc.client.autoconfigure.GrpcClientDefaultServiceConfigCustomizer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.grpc.client.GrpcChannelFactory;

/** Channels of the auto-configuration of Spring Boot 4.1. */
class GrpcChannelsOfBootTest {

  private OrdersServer server;
  private ApplicationContextRunner application;

  @BeforeEach
  void start() throws Exception {
    server = OrdersServer.start();
    application =
        new ApplicationContextRunner()
            .withConfiguration(
                AutoConfigurations.of(
                    RepriseAutoConfiguration.class,
                    GrpcChannelsAutoConfiguration.class,
                    SslAutoConfiguration.class,
                    GrpcClientAutoConfiguration.class))
            .withPropertyValues(
                "spring.grpc.client.channel.orders.target=static://127.0.0.1:" + server.port(),
                "spring.grpc.client.channel.mail.target=static://127.0.0.1:" + server.port(),
                "reprise.policies.quick=maxAttempts=3 backoff=fixed(1ms)",
                "reprise.grpc.channels.orders=quick");
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
  }

  @Test
  void a_channel_that_is_created_after_the_start_is_retried_by_its_property_and_no_other_is() {
    application.run(
        context -> {
          GrpcChannelFactory channels = context.getBean(GrpcChannelFactory.class);
          server.failing(2, Status.UNAVAILABLE);
          assertThat(OrdersServer.find(channels.createChannel("orders"))).isEqualTo("order 7");
          ManagedChannel mail = channels.createChannel("mail");
          server.failing(1, Status.UNAVAILABLE);
          assertThatExceptionOfType(StatusRuntimeException.class)
              .isThrownBy(() -> OrdersServer.find(mail));
        });
  }

  @Test
  void the_retries_of_its_service_config_do_not_multiply() {
    Map<String, Object> retries =
        Map.of(
            "maxAttempts",
            4.0,
            "initialBackoff",
            "0.001s",
            "maxBackoff",
            "0.001s",
            "backoffMultiplier",
            1.0,
            "retryableStatusCodes",
            List.of("UNAVAILABLE"));
    Map<String, Object> method =
        Map.of("name", List.of(Map.of("service", "shop.Orders")), "retryPolicy", retries);
    application
        .withBean(
            GrpcClientDefaultServiceConfigCustomizer.class,
            () -> (channel, config) -> config.put("methodConfig", List.of(method)))
        .run(
            context -> {
              GrpcChannelFactory channels = context.getBean(GrpcChannelFactory.class);
              assertThat(calls(channels.createChannel("mail"))).isEqualTo(4);
              assertThat(calls(channels.createChannel("orders"))).isEqualTo(3);
            });
  }

  private int calls(ManagedChannel channel) {
    server.failing(100, Status.UNAVAILABLE);
    assertThatExceptionOfType(StatusRuntimeException.class)
        .isThrownBy(() -> OrdersServer.find(channel));
    return server.calls();
  }
}
