package dev.reprise.examples.spring.shop;

import dev.reprise.Retry;
import dev.reprise.batch.Batch;
import dev.reprise.batch.operation.BatchReply;
import java.util.List;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.core.ParameterizedTypeReference;
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
}
