package dev.reprise.examples.spring.shop;

import java.math.BigDecimal;
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
