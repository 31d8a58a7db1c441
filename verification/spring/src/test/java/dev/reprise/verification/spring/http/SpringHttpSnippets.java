package dev.reprise.verification.spring.http;

import dev.reprise.Retry;
import dev.reprise.classify.Effect;
import dev.reprise.classify.Verdict;
import dev.reprise.http.HttpRetry;
import dev.reprise.report.RetryReport;
import dev.reprise.spring.http.HttpRetryCustomizer;
import dev.reprise.spring.http.RetryAttributes;
import dev.reprise.spring.http.RetryInterceptor;
import dev.reprise.spring.http.RetryingClients;
import dev.reprise.spring.http.RetryingWebClients;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;

/** The code of the guide's page about HTTP clients in Spring, and of the Javadoc. */
final class SpringHttpSnippets {

  /** The body of a request. */
  record Payment(String order) {}

  @Bean
  Stock stock(RestClient stockClient) {
    return HttpServiceProxyFactory.builderFor(RestClientAdapter.create(stockClient))
        .build()
        .createClient(Stock.class);
  }

  interface Stock {
    @GetExchange("/stock")
    String count(@RequestAttribute(RetryAttributes.POLICY) String policy);
  }

  static RestClient byHand(RetryingClients clients) {
    RestClient payments = RestClient.builder().apply(clients.restClient("payments")).build();
    return payments;
  }

  static WebClient reactiveByHand(RetryingWebClients clients) {
    WebClient payments = WebClient.builder().apply(clients.webClient("payments")).build();
    return payments;
  }

  static RestTemplate templateByHand(RetryingClients clients) {
    RestTemplate template = new RestTemplate();
    clients.restTemplate("payments").accept(template);
    return template;
  }

  static RestClient withoutSpringBoot(Retry retry) {
    RestClient client =
        RestClient.builder().requestInterceptor(RetryInterceptor.of(HttpRetry.of(retry))).build();
    return client;
  }

  static void otherPolicy(RestClient payments, Payment payment) {
    payments
        .post()
        .uri("/payments")
        .attribute(RetryAttributes.POLICY, "patient")
        .body(payment)
        .retrieve()
        .toBodilessEntity();
  }

  static void off(RestClient payments) {
    payments
        .get()
        .uri("/health")
        .attribute(RetryAttributes.ENABLED, false)
        .retrieve()
        .toBodilessEntity();
  }

  static void report(RestClient orders, System.Logger log) {
    try {
      orders.get().uri("/stock").retrieve().toBodilessEntity();
    } catch (HttpServerErrorException failure) {
      RetryReport.of(failure)
          .ifPresent(report -> log.log(System.Logger.Level.WARNING, report.toString()));
      throw failure;
    }
  }

  static void handler(RestClient orders, System.Logger log) {
    orders
        .get()
        .uri("/stock")
        .retrieve()
        .onStatus(
            HttpStatusCode::is5xxServerError,
            (request, response) ->
                RetryAttributes.report(request)
                    .ifPresent(report -> log.log(System.Logger.Level.WARNING, report.toString())))
        .toBodilessEntity();
  }

  static HttpRetryCustomizer attempts() {
    HttpRetryCustomizer attempts = (policy, settings) -> settings.attemptHeader("X-Attempt");
    return attempts;
  }

  @Bean
  HttpRetryCustomizer admissionControl() {
    Verdict refused = Verdict.retry().withEffect(Effect.NONE);
    return (policy, settings) -> settings.withRules(settings.rules().onStatus(503, refused));
  }
}
