package shop;

import io.github.resilience4j.retry.annotation.Retry;
import java.io.IOException;
import org.springframework.stereotype.Service;

@Service
public class Orders {

  private final Server server;

  Orders(Server server) {
    this.server = server;
  }

  @Retry(name = "orders")
  public String find(String id) throws IOException {
    return server.answer(id);
  }

  @Retry(name = "prices", fallbackMethod = "lastKnown")
  public String price(String id) throws IOException {
    return server.answer(id);
  }

  String lastKnown(String id, IOException failure) {
    return "yesterday's price of " + id;
  }
}
