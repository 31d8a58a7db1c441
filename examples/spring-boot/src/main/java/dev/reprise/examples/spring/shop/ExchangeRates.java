package dev.reprise.examples.spring.shop;

import dev.reprise.declared.Retryable;
import java.math.BigDecimal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

/** Exchange rates, and the last known ones for the time when the service fails. */
@Component
public class ExchangeRates {

  private final Map<String, BigDecimal> lastKnown = new ConcurrentHashMap<>();
  private final RestClient client;

  ExchangeRates(RestClient backOfficeClient) {
    this.client = backOfficeClient;
  }

  /** The value of one unit of a currency in euros. */
  @Retryable(name = "rates", fallback = "lastKnown")
  public BigDecimal euros(String currency) {
    BigDecimal euros =
        client.get().uri("/rates/{currency}", currency).retrieve().requiredBody(BigDecimal.class);
    lastKnown.put(currency, euros);
    return euros;
  }

  /** The last known value of one unit of a currency; throws the failure if there is none. */
  public BigDecimal lastKnown(String currency, RestClientException failure) {
    BigDecimal euros = lastKnown.get(currency);
    if (euros == null) {
      throw failure;
    }
    return euros;
  }
}
