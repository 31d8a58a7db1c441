package dev.reprise.examples.spring.shop;

import dev.reprise.registry.RetryRegistry;
import java.math.BigDecimal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

/** Exchange rates. If the service fails, the last known rate is used. */
@Component
public class ExchangeRates {

  private final Map<String, BigDecimal> lastKnown = new ConcurrentHashMap<>();
  private final RestClient client;
  private final RetryRegistry retries;

  ExchangeRates(RestClient backOfficeClient, RetryRegistry retries) {
    this.client = backOfficeClient;
    this.retries = retries;
  }

  /** The value of one unit of a currency in euros. */
  public BigDecimal euros(String currency) {
    return retries
        .retry("rates")
        .callOrElse(
            () -> fetch(currency),
            failed -> lastKnown(currency, (RestClientException) failed.failure()));
  }

  private BigDecimal fetch(String currency) {
    BigDecimal euros =
        client.get().uri("/rates/{currency}", currency).retrieve().requiredBody(BigDecimal.class);
    lastKnown.put(currency, euros);
    return euros;
  }

  BigDecimal lastKnown(String currency, RestClientException failure) {
    BigDecimal euros = lastKnown.get(currency);
    if (euros == null) {
      throw failure;
    }
    return euros;
  }
}
