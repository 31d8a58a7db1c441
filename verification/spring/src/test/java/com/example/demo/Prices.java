package com.example.demo;

import dev.reprise.declared.Retryable;
import java.io.IOException;
import org.springframework.stereotype.Service;

@Service
public class Prices {

  @Retryable(maxAttempts = 2, fallback = "lastKnown")
  public String price(String article) throws IOException {
    throw new IOException("Connection refused"); // instead of a remote call
  }

  String lastKnown(String article, IOException failure) {
    return "yesterday's price";
  }

  @Retryable(name = "orders")
  public String reserve(String article) throws IOException {
    return article + " reserved";
  }
}
