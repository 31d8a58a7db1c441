package com.example.demo;

import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

@RestController
public class Checkout {

  private final RestClient paymentsClient;
  private int requests;

  public Checkout(RestClient paymentsClient) {
    this.paymentsClient = paymentsClient;
  }

  @PostMapping("/checkout")
  String checkout() {
    return paymentsClient.post().uri("/payments").body("25 EUR").retrieve().body(String.class);
  }

  // The payments service: it refuses two of three requests.
  @PostMapping("/payments")
  ResponseEntity<String> pay(
      @RequestHeader(name = "Idempotency-Key", required = false) String key) {
    System.out.println("POST /payments, key " + key);
    return ++requests % 3 == 0
        ? ResponseEntity.ok("paid\n")
        : ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE).build();
  }
}
