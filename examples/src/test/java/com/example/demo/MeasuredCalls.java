package com.example.demo;

import dev.reprise.Retry;
import dev.reprise.micrometer.RetryMetrics;
import dev.reprise.policy.RetryPolicy;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;

public class MeasuredCalls {

  private static int attempts;

  public static void main(String[] arguments) throws IOException {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    RetryMetrics metrics = RetryMetrics.of(registry);
    Retry orders = metrics.bind(Retry.of(RetryPolicy.defaults()).named("orders"));

    System.out.println(orders.call(MeasuredCalls::find));
    registry
        .scrape()
        .lines()
        .filter(line -> line.startsWith("reprise_calls_total"))
        .forEach(System.out::println);
  }

  private static String find() throws IOException {
    if (++attempts % 3 != 0) {
      throw new IOException("Connection reset"); // instead of a remote call
    }
    return "order 7";
  }
}
