package dev.reprise.verification.spring.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.spring.http.HttpClientsAutoConfiguration;
import dev.reprise.spring.policies.RepriseAutoConfiguration;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/** Tests put mocks in the place of clients; their methods return null unless told otherwise. */
class MockedClientsTest {

  private static <T> T mock(Class<T> type) {
    Object mock =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "equals" -> self == arguments[0];
                  case "hashCode" -> System.identityHashCode(self);
                  case "toString" -> "mock of " + type.getSimpleName();
                  default -> null;
                });
    return type.cast(mock);
  }

  @Configuration(proxyBeanMethods = false)
  static class Mocks {

    @Bean
    RestClient orders() {
      return mock(RestClient.class);
    }

    @Bean
    RestClient.Builder ordersBuilder() {
      return mock(RestClient.Builder.class);
    }

    @Bean
    WebClient mails() {
      return mock(WebClient.class);
    }

    @Bean
    WebClient.Builder mailsBuilder() {
      return mock(WebClient.Builder.class);
    }
  }

  @Test
  void a_mock_in_the_place_of_a_client_stays_as_it_is() {
    new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                RepriseAutoConfiguration.class, HttpClientsAutoConfiguration.class))
        .withUserConfiguration(Mocks.class)
        .withPropertyValues(
            "reprise.policies.quick=maxAttempts=3",
            "reprise.http.clients.orders=quick",
            "reprise.http.clients.ordersBuilder=quick",
            "reprise.http.clients.mails=quick",
            "reprise.http.clients.mailsBuilder=quick")
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              assertThat(context.getBean(RestClient.class)).hasToString("mock of RestClient");
              assertThat(context.getBean(WebClient.class)).hasToString("mock of WebClient");
            });
  }
}
