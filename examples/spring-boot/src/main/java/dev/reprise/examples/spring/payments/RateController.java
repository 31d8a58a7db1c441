package dev.reprise.examples.spring.payments;

import java.math.BigDecimal;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Exchange rates. One request in fifty takes 200 ms. */
@RestController
class RateController {

  private static final Map<String, BigDecimal> EUROS =
      Map.of(
          "CHF", new BigDecimal("1.07"),
          "EUR", new BigDecimal("1"),
          "GBP", new BigDecimal("1.15"),
          "SEK", new BigDecimal("0.09"),
          "USD", new BigDecimal("0.86"));

  @GetMapping("/rates/{currency}")
  BigDecimal rate(@PathVariable String currency) throws InterruptedException {
    if (ThreadLocalRandom.current().nextInt(50) == 0) {
      Thread.sleep(200);
    }
    BigDecimal euros = EUROS.get(currency);
    if (euros == null) {
      throw new ResponseStatusException(HttpStatus.NOT_FOUND);
    }
    return euros;
  }
}
