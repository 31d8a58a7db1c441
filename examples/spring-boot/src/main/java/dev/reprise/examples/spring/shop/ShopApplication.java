package dev.reprise.examples.spring.shop;

import dev.reprise.Retry;
import dev.reprise.batch.Batch;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.spring.RetryCustomizer;
import java.util.List;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.web.client.RestClient;

/** The shop. */
@SpringBootApplication
public class ShopApplication {

  private static final ParameterizedTypeReference<List<Integer>> POSITIONS =
      new ParameterizedTypeReference<>() {};

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

  /** Has meters with the name of this bean. */
  @Bean
  Batch<Order> ledgerEntries(@Qualifier("ledger") Retry retry, RestClient backOfficeClient) {
    return Batch.<Order>of(
            retry,
            chunk ->
                BatchReply.unprocessedAt(
                    backOfficeClient
                        .post()
                        .uri("/ledger")
                        .body(chunk)
                        .retrieve()
                        .requiredBody(POSITIONS)))
        .keyedBy(Order::number);
  }

  /** Runs the attempts of calls that are hedged, since two of them run at the same time. */
  @Bean
  RetryCustomizer retryExecutor(AsyncTaskExecutor applicationTaskExecutor) {
    return retry -> retry.withExecutor(applicationTaskExecutor);
  }
}
