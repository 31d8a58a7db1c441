package shop;

import java.io.IOException;
import org.springframework.retry.annotation.Backoff;
import org.springframework.retry.annotation.Recover;
import org.springframework.retry.annotation.Retryable;
import org.springframework.retry.support.RetryTemplate;
import org.springframework.stereotype.Service;

@Service
public class Prices {

  private final Server server;
  private final RetryTemplate template;

  Prices(Server server, RetryTemplate template) {
    this.server = server;
    this.template = template;
  }

  @Retryable(maxAttempts = 2, backoff = @Backoff(1))
  public String price(String id, String currency) throws IOException {
    return server.answer(id) + currency;
  }

  @Recover
  public String lastKnown(IOException failure, String id) {
    return "yesterday's price of " + id;
  }

  public String stock(String id) throws IOException {
    return template.execute(context -> server.answer(id) + " after " + context.getRetryCount());
  }
}
