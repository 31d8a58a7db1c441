package dev.reprise.examples.spring.payments;

import java.math.BigDecimal;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
class PaymentController {

  private final JdbcClient database;

  PaymentController(JdbcClient database) {
    this.database = database;
  }

  record Payment(String order, BigDecimal euros) {}

  @PostMapping("/payments")
  @ResponseStatus(HttpStatus.CREATED)
  Payment pay(@RequestBody Payment payment) {
    database
        .sql("INSERT INTO payments (order_number, euros) VALUES (?, ?)")
        .params(payment.order(), payment.euros())
        .update();
    return payment;
  }

  @GetMapping("/payments")
  List<Payment> payments() {
    return database
        .sql("SELECT order_number AS \"order\", euros FROM payments")
        .query(Payment.class)
        .list();
  }
}
