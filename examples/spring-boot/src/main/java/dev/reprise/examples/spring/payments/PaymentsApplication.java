package dev.reprise.examples.spring.payments;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The payments service. A payment with an {@code Idempotency-Key} is made once. */
@SpringBootApplication
public class PaymentsApplication {}
