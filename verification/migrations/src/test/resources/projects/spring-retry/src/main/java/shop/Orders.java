package shop;

import java.io.FileNotFoundException;
import java.io.IOException;
import org.springframework.retry.annotation.Backoff;
import org.springframework.retry.annotation.Retryable;
import org.springframework.stereotype.Service;

@Service
public class Orders {

  private final Server server;

  Orders(Server server) {
    this.server = server;
  }

  @Retryable(
      retryFor = IOException.class,
      noRetryFor = FileNotFoundException.class,
      maxAttempts = 4,
      backoff = @Backoff(delay = 1, multiplier = 2, maxDelay = 10))
  public String find(String id) throws IOException {
    return server.answer(id);
  }
}
