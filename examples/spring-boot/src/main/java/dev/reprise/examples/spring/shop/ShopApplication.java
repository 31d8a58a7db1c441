package dev.reprise.examples.spring.shop;

import dev.reprise.spring.RetryCustomizer;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.web.client.RestClient;

/** The shop. */
@SpringBootApplication
public class ShopApplication {

  /** Retried by the property {@code reprise.http.clients.paymentsClient}. */
  @Bean
  RestClient paymentsClient(RestClient.Builder builder, @Value("${payments.url}") String url) {
    return builder.baseUrl(url).build();
  }

  /** Not retried itself: the code that uses it retries. */
  @Bean
  RestClient backOfficeClient(RestClient.Builder builder, @Value("${payments.url}") String url) {
    return builder.baseUrl(url).build();
  }

  /** Runs the attempts of calls that are hedged, since two of them run at the same time. */
  @Bean
  RetryCustomizer retryExecutor(AsyncTaskExecutor applicationTaskExecutor) {
    return retry -> retry.withExecutor(applicationTaskExecutor);
  }
}
