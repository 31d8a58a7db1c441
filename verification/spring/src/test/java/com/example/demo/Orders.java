package com.example.demo;

import dev.reprise.declared.Retryable;
import java.io.IOException;
import org.springframework.stereotype.Service;

@Service
public class Orders {

  private int attempts;

  @Retryable(name = "orders")
  public String find(int number) throws IOException {
    if (++attempts % 3 != 0) {
      throw new IOException("Connection reset"); // instead of a remote call
    }
    return "order " + number;
  }
}
