package dev.reprise.examples.migration.guavaretrying;

import com.github.rholder.retry.RetryException;
import com.github.rholder.retry.Retryer;
import com.github.rholder.retry.RetryerBuilder;
import com.github.rholder.retry.StopStrategies;
import com.github.rholder.retry.WaitStrategies;
import dev.reprise.examples.migration.OrderClient;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** Orders, retried by guava-retrying. */
public final class OrdersBefore {

  private final OrderClient client;
  private final Retryer<String> retryer;

  OrdersBefore(OrderClient client, Retryer<String> retryer) {
    this.client = client;
    this.retryer = retryer; // retryer().build()
  }

  static RetryerBuilder<String> retryer() {
    return RetryerBuilder.<String>newBuilder()
        .retryIfExceptionOfType(IOException.class)
        .retryIfResult(String::isEmpty)
        .withWaitStrategy(WaitStrategies.exponentialWait(50, 1_000, TimeUnit.MILLISECONDS))
        .withStopStrategy(StopStrategies.stopAfterAttempt(5));
  }

  String find(String id) throws ExecutionException, RetryException {
    return retryer.call(() -> client.find(id));
  }
}
