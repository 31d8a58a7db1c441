package dev.reprise.examples.push;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.reprise.batch.Batch;
import dev.reprise.batch.BatchSender;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.NotAttemptedException;
import dev.reprise.batch.report.SendResult;
import dev.reprise.batch.report.SenderClosedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Stores the orders of requests in batches, and responds to each when its order is stored. */
public final class OrderIntake implements HttpHandler {

  private final BatchSender<String> sender;

  OrderIntake(Batch<String> batch) {
    sender = batch.sender();
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    String order = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    try {
      Optional<CompletableFuture<SendResult>> sent = sender.trySend(order);
      if (sent.isEmpty()) {
        respond(exchange, 429, null);
      } else {
        CompletableFuture<?> unused =
            sent.get()
                .whenComplete((result, failure) -> respond(exchange, status(failure), failure));
      }
    } catch (SenderClosedException stopped) {
      respond(exchange, 503, stopped);
    }
  }

  private static int status(@Nullable Throwable failure) {
    if (failure == null) {
      return 201;
    }
    return failure instanceof NotAttemptedException ? 503 : 500;
  }

  private static void respond(HttpExchange exchange, int status, @Nullable Throwable failure) {
    try (exchange) {
      byte[] body = String.valueOf(failure).getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, failure == null ? -1 : body.length);
      if (failure != null) {
        exchange.getResponseBody().write(body);
      }
    } catch (IOException gone) {
      // The client has closed the connection. The order is stored nevertheless.
    }
  }

  /** Refuses further orders, and waits until the accepted ones are stored and have a response. */
  BatchReport<String> stop(Duration atMost) throws InterruptedException, ExecutionException {
    try {
      sender.closeAsync().get(atMost.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException slow) {
      sender.cancel();
    }
    sender.close(); // waits for the responses too
    return sender.report().get();
  }
}
