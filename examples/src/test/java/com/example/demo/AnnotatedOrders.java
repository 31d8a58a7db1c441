package com.example.demo;

import dev.reprise.Retry;
import dev.reprise.declared.RetryProxy;
import dev.reprise.declared.Retryable;
import dev.reprise.event.RetryListener;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;

public class AnnotatedOrders {

  private static int attempts;

  public interface Orders {

    @Retryable(maxAttempts = 5, within = "30s")
    String find(int number) throws IOException;
  }

  public static void main(String[] arguments) throws IOException {
    Retry retry = Retry.of(RetryPolicy.defaults()).withListener(RetryListener.logging());
    Orders orders =
        RetryProxy.of(retry.named("orders"), Orders.class, AnnotatedOrders::findRemotely);

    System.out.println(orders.find(7));
  }

  private static String findRemotely(int number) throws IOException {
    if (++attempts % 3 != 0) {
      throw new IOException("Connection reset"); // instead of a remote call
    }
    return "order " + number;
  }
}
