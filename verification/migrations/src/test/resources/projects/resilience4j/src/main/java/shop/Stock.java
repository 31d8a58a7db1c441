package shop;

import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.io.IOException;
import org.springframework.stereotype.Service;

@Service
public class Stock {

  private final Retry retry =
      Retry.of(
          "stock",
          RetryConfig.<String>custom()
              .maxAttempts(3)
              .intervalFunction(IntervalFunction.ofExponentialRandomBackoff(1, 2.0))
              .retryExceptions(IOException.class)
              .retryOnResult(result -> result.endsWith("pending"))
              .build());
  private final Server server;

  Stock(Server server) {
    this.server = server;
  }

  String of(String id) throws Exception {
    return retry.executeCallable(() -> server.answer(id));
  }
}
