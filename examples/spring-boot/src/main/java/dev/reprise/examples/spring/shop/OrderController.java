package dev.reprise.examples.spring.shop;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClientException;

@RestController
class OrderController {

  private static final List<String> CURRENCIES = List.of("CHF", "EUR", "GBP", "SEK", "USD");

  private final ExchangeRates rates;
  private final Payments payments;
  private final Orders orders;
  private final Ledger ledger;

  OrderController(ExchangeRates rates, Payments payments, Orders orders, Ledger ledger) {
    this.rates = rates;
    this.payments = payments;
    this.orders = orders;
    this.ledger = ledger;
  }

  /** The price of an amount of euros in each currency; one retried call for each of them. */
  @GetMapping("/prices")
  Map<String, BigDecimal> prices(@RequestParam BigDecimal euros) {
    Map<String, BigDecimal> prices = new LinkedHashMap<>();
    for (String currency : CURRENCIES) {
      prices.put(currency, euros.divide(rates.euros(currency), 2, RoundingMode.HALF_UP));
    }
    return prices;
  }

  record Price(BigDecimal amount, String currency) {}

  @GetMapping("/euros")
  BigDecimal euros(@RequestParam BigDecimal amount, @RequestParam String currency) {
    return amount.multiply(rates.euros(currency));
  }

  /** May be sent again with the same number: the order is paid once. */
  @PutMapping("/orders/{number}")
  Order place(@PathVariable String number, @RequestBody Price price) {
    Order order = new Order(number, euros(price.amount(), price.currency()));
    payments.pay(order);
    orders.save(order);
    return order;
  }

  @PostMapping("/ledger")
  String writeLedger() {
    return ledger.write().toString();
  }

  @ExceptionHandler
  ProblemDetail refused(HttpClientErrorException failure) {
    return ProblemDetail.forStatusAndDetail(
        HttpStatus.UNPROCESSABLE_CONTENT, "The payments service refused the request.");
  }

  @ExceptionHandler
  ProblemDetail unavailable(RestClientException failure) {
    return ProblemDetail.forStatusAndDetail(
        HttpStatus.SERVICE_UNAVAILABLE, "The payments service is not available.");
  }
}
