package dev.reprise.verification.spring.actuator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.registry.RetryRegistry;
import dev.reprise.spring.actuator.RepriseEndpoint;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientResponseException;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Mono;

/** The HTTP status of an attempt in the reports of the endpoint, however it failed. */
class ReportedStatusTest {

  private static final HttpStatusCode UNAVAILABLE = HttpStatus.SERVICE_UNAVAILABLE;

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {

    @Bean
    WebClient stockClient() {
      return WebClient.builder()
          .baseUrl("http://stock.example")
          .exchangeFunction(request -> Mono.just(ClientResponse.create(UNAVAILABLE).build()))
          .build();
    }
  }

  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withUserConfiguration(Application.class)
          .withPropertyValues(
              "reprise.policies.stock=maxAttempts=2 backoff=none",
              "reprise.http.clients.stockClient=stock",
              "management.endpoints.jmx.exposure.include=reprise",
              "spring.jmx.enabled=true");

  @Test
  void is_that_of_the_exception_of_each_client() {
    List<RuntimeException> failures =
        List.of(
            HttpServerErrorException.create(UNAVAILABLE, "", new HttpHeaders(), new byte[0], null),
            WebClientResponseException.create(503, "", new HttpHeaders(), new byte[0], null),
            new ResponseStatusException(UNAVAILABLE),
            new IllegalStateException(
                WebClientResponseException.create(503, "", new HttpHeaders(), new byte[0], null)));
    for (RuntimeException failure : failures) {
      runner.run(
              context -> {
                RetryRegistry registry = context.getBean(RetryRegistry.class);
                assertThatThrownBy(
                        () ->
                            registry
                                .retry("stock")
                                .call(
                                    () -> {
                                      throw failure;
                                    }))
                    .isSameAs(failure);
                assertThat(statuses(context)).as(failure.toString()).containsOnly(503);
              });
    }
  }

  @Test
  void is_that_of_a_response_to_a_web_client() {
    runner.run(
        context -> {
          Mono<?> request = context.getBean(WebClient.class).get().retrieve().toBodilessEntity();
          assertThatThrownBy(request::block).isInstanceOf(WebClientResponseException.class);
          assertThat(statuses(context)).hasSize(2).containsOnly(503);
        });
  }

  private static List<Object> statuses(ApplicationContext context) {
    Map<?, ?> reports = (Map<?, ?>) context.getBean(RepriseEndpoint.class).retries().get("reports");
    List<?> records = (List<?>) ((Map<?, ?>) reports.get("stock")).get("records");
    return records.stream().<Object>map(attempt -> ((Map<?, ?>) attempt).get("status")).toList();
  }
}
