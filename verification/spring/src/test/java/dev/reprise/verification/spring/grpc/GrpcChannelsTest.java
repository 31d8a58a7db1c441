package dev.reprise.verification.spring.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.reprise.decision.StopReason;
import dev.reprise.registry.RetryRegistry;
import dev.reprise.report.RetryReport;
import dev.reprise.spring.grpc.GrpcChannelsAutoConfiguration;
import dev.reprise.spring.grpc.GrpcRetryCustomizer;
import dev.reprise.spring.grpc.RetryCallOptions;
import dev.reprise.spring.grpc.RetryingChannels;
import dev.reprise.spring.policies.InvalidPoliciesException;
import dev.reprise.spring.policies.PropertyMistake;
import dev.reprise.spring.policies.RepriseAutoConfiguration;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.grpc.client.ClientInterceptorsConfigurer;
import org.springframework.grpc.client.GlobalClientInterceptor;
import org.springframework.grpc.client.GrpcChannelBuilderCustomizer;
import org.springframework.grpc.client.GrpcChannelFactory;
import org.springframework.grpc.client.NettyGrpcChannelFactory;

/** Channels of Spring gRPC, and the property that retries them. */
class GrpcChannelsTest {

  private static OrdersServer server;

  private ApplicationContextRunner application;

  @BeforeAll
  static void start() throws Exception {
    server = OrdersServer.start();
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  @BeforeEach
  void configure() {
    server.failing(2, Status.UNAVAILABLE);
    application =
        new ApplicationContextRunner()
            .withConfiguration(
                AutoConfigurations.of(
                    RepriseAutoConfiguration.class, GrpcChannelsAutoConfiguration.class))
            .withUserConfiguration(Channels.class)
            .withPropertyValues(
                "target=127.0.0.1:" + server.port(),
                "reprise.policies.quick=maxAttempts=3 backoff=fixed(1ms)",
                "reprise.policies.once=maxAttempts=1");
  }

  /** As the auto-configuration of Spring gRPC does it. */
  @Configuration(proxyBeanMethods = false)
  static class Channels {

    @Bean
    ClientInterceptorsConfigurer interceptorsConfigurer(ApplicationContext context) {
      return new ClientInterceptorsConfigurer(context);
    }

    @Bean
    GrpcChannelFactory channelFactory(
        ObjectProvider<GrpcChannelBuilderCustomizer<NettyChannelBuilder>> customizers,
        ClientInterceptorsConfigurer interceptors,
        Environment environment) {
      NettyGrpcChannelFactory factory =
          new NettyGrpcChannelFactory(customizers.orderedStream().toList(), interceptors);
      factory.setVirtualTargets(name -> environment.getRequiredProperty("target"));
      return factory;
    }

    @Bean
    ManagedChannel ordersChannel(GrpcChannelFactory channels) {
      return channels.createChannel("orders");
    }
  }

  private static Channel channel(ApplicationContext context) {
    return context.getBean(ManagedChannel.class);
  }

  @Test
  void a_channel_is_retried_by_its_property() {
    application
        .withPropertyValues("reprise.grpc.channels.orders=quick")
        .run(
            context -> {
              assertThat(OrdersServer.find(channel(context))).isEqualTo("order 7");
              assertThat(server.calls()).isEqualTo(3);
            });
  }

  @Test
  void
      a_name_from_an_environment_variable_has_neither_case_nor_dashes_and_no_value_is_the_default() {
    application
        .withPropertyValues(
            "reprise.policies.default=maxAttempts=3 backoff=fixed(1ms)",
            "reprise.grpc.channels.OR-DERS=")
        .run(context -> assertThat(OrdersServer.find(channel(context))).isEqualTo("order 7"));
  }

  @Test
  void a_channel_without_a_property_is_not_retried() {
    application
        .withPropertyValues("spring.grpc.client.channel.mail.target=none")
        .withPropertyValues("reprise.grpc.channels.mail=quick")
        .run(context -> assertFailsAfter(1, context, CallOptions.DEFAULT));
  }

  private static RetryReport assertFailsAfter(
      int calls, ApplicationContext context, CallOptions options) {
    server.failing(100, Status.UNAVAILABLE);
    StatusRuntimeException failure =
        catchThrowableOfType(
            StatusRuntimeException.class, () -> OrdersServer.find(channel(context), options));
    assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    assertThat(server.calls()).isEqualTo(calls);
    return RetryReport.of(failure).orElse(null);
  }

  @Test
  void a_failure_that_stays_has_the_report() {
    application
        .withPropertyValues("reprise.grpc.channels.orders=quick")
        .run(
            context -> {
              RetryReport report = assertFailsAfter(3, context, CallOptions.DEFAULT);
              assertThat(report.retry()).isEqualTo("quick");
              assertThat(report.stopReason()).isEqualTo(StopReason.ATTEMPTS);
              assertThat(report.toString()).contains(OrdersServer.FIND, "UNAVAILABLE");
            });
  }

  @Test
  void an_option_switches_the_retries_of_one_call_off_or_selects_another_policy() {
    application
        .withPropertyValues("reprise.grpc.channels.orders=quick")
        .run(
            context -> {
              CallOptions options = CallOptions.DEFAULT;
              assertFailsAfter(1, context, options.withOption(RetryCallOptions.ENABLED, false));
              assertFailsAfter(3, context, options.withOption(RetryCallOptions.ENABLED, true));
              assertFailsAfter(1, context, options.withOption(RetryCallOptions.POLICY, "once"));
            });
  }

  @Test
  void a_reload_changes_the_attempts_of_the_next_call() {
    application
        .withPropertyValues("reprise.grpc.channels.orders=quick")
        .run(
            context -> {
              assertFailsAfter(3, context, CallOptions.DEFAULT);
              context
                  .getBean(RetryRegistry.class)
                  .reload(Map.of("reprise.policies.quick", "maxAttempts=2 backoff=fixed(1ms)"));
              assertFailsAfter(2, context, CallOptions.DEFAULT);
            });
  }

  @Test
  void the_retries_of_the_channel_itself_do_not_multiply() {
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
            GrpcChannelBuilderCustomizer.class,
            () ->
                (name, builder) ->
                    builder
                        .enableRetry()
                        .defaultServiceConfig(Map.of("methodConfig", List.of(method))))
        .withPropertyValues("reprise.grpc.channels.orders=quick")
        .run(context -> assertFailsAfter(3, context, CallOptions.DEFAULT));
  }

  @Configuration(proxyBeanMethods = false)
  static class Counting {

    private final AtomicInteger calls = new AtomicInteger();

    @Bean
    @GlobalClientInterceptor
    ClientInterceptor counter() {
      return new ClientInterceptor() {
        @Override
        public <Q, R> ClientCall<Q, R> interceptCall(
            MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
          calls.incrementAndGet();
          return next.newCall(method, options);
        }
      };
    }
  }

  @Test
  void other_interceptors_are_called_in_every_attempt() {
    application
        .withUserConfiguration(Counting.class)
        .withPropertyValues("reprise.grpc.channels.orders=quick")
        .run(
            context -> {
              OrdersServer.find(channel(context));
              assertThat(context.getBean(Counting.class).calls).hasValue(3);
            });
  }

  @Test
  void a_customizer_changes_the_settings_that_no_policy_has() {
    server.failing(2, Status.ABORTED);
    application
        .withBean(
            GrpcRetryCustomizer.class,
            () ->
                (policy, settings) ->
                    policy.equals("quick")
                        ? settings.idempotentMethod(OrdersServer.FIND)
                        : settings)
        .withPropertyValues("reprise.grpc.channels.orders=quick")
        .run(context -> assertThat(OrdersServer.find(channel(context))).isEqualTo("order 7"));
  }

  @Test
  void a_channel_that_is_built_by_hand_gets_retries_from_a_bean() {
    application.run(
        context -> {
          RetryingChannels channels = context.getBean(RetryingChannels.class);
          ManagedChannelBuilder<?> builder =
              ManagedChannelBuilder.forAddress("127.0.0.1", server.port()).usePlaintext();
          channels.addTo(builder, "quick");
          ManagedChannel channel = builder.build();
          try {
            assertThat(OrdersServer.find(channel)).isEqualTo("order 7");
          } finally {
            channel.shutdownNow();
          }
          assertThatIllegalArgumentException()
              .isThrownBy(() -> channels.interceptor("quik"))
              .withMessageContaining("did you mean quick?");
        });
  }

  @Test
  void a_wrong_name_and_a_policy_that_does_not_exist_stop_the_start_with_all_other_mistakes() {
    application
        .withPropertyValues(
            "spring.grpc.client.channel.mail.target=none",
            "spring.grpc.client.channels.stock.address=none",
            "reprise.grpc.channels.mails=quick",
            "reprise.grpc.channels.stock=quick",
            "reprise.grpc.channels.orders=quik",
            "reprise.grpc.chanels.orders=quick",
            "reprise.policies.once=maxAttempts=0")
        .run(
            context ->
                assertThat(mistakes(context.getStartupFailure()))
                    .extracting(PropertyMistake::property, PropertyMistake::reason)
                    .containsExactly(
                        tuple(
                            "reprise.grpc.chanels.orders",
                            "unknown property, did you mean reprise.grpc.channels.orders?"),
                        tuple(
                            "reprise.grpc.channels.mails",
                            "no gRPC channel is configured by spring.grpc.client.channel.NAME, or"
                                + " created during the start, with the name mails, did you mean"
                                + " mail? There are mail, stock"),
                        tuple(
                            "reprise.grpc.channels.orders",
                            "there is no policy named quik, did you mean quick? Expected one of"
                                + " [default, once, quick]"),
                        tuple(
                            "reprise.policies.once",
                            "at column 13: maxAttempts must be at least 1, but was 0")));
  }

  @Test
  void a_name_that_no_channel_has_when_all_beans_exist_stops_the_start() {
    application
        .withPropertyValues("reprise.grpc.channels.billing=quick")
        .run(
            context ->
                assertThat(mistakes(context.getStartupFailure()))
                    .extracting(
                        PropertyMistake::property,
                        PropertyMistake::reason,
                        PropertyMistake::origins)
                    .containsExactly(
                        tuple(
                            "reprise.grpc.channels.billing",
                            "no gRPC channel is configured by spring.grpc.client.channel.NAME, or"
                                + " created during the start, with the name billing; there are"
                                + " orders",
                            List.of(
                                "\"reprise.grpc.channels.billing\" from property source"
                                    + " \"test\""))));
  }

  private static List<PropertyMistake> mistakes(Throwable failure) {
    assertThat(failure).isInstanceOf(InvalidPoliciesException.class);
    return ((InvalidPoliciesException) failure).mistakes();
  }

  @Test
  void nothing_is_configured_without_spring_grpc_or_if_switched_off() {
    new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                RepriseAutoConfiguration.class, GrpcChannelsAutoConfiguration.class))
        .withClassLoader(new FilteredClassLoader("org.springframework.grpc", "io.grpc"))
        .run(
            context ->
                assertThat(context).hasNotFailed().doesNotHaveBean("repriseRetryingChannels"));
    application
        .withPropertyValues("reprise.enabled=false", "reprise.grpc.channels.orders=quick")
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(RetryingChannels.class));
  }
}
