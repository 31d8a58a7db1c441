package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.FileNotFoundException;
import java.io.IOException;
import org.junit.jupiter.api.Test;

public class OrderClientTest {

  private final Server server = new Server();
  private final OrderClient client = new OrderClient(server);

  @Test
  public void succeeds_at_the_last_attempt() {
    server.failNext(3);
    assertEquals("order a", client.find("a"));
  }

  @Test
  public void gives_up_after_four_attempts() {
    server.failNext(9);
    RuntimeException failure = assertThrows(RuntimeException.class, () -> client.find("b"));
    assertInstanceOf(IOException.class, failure.getCause());
  }

  @Test
  public void aborts_at_once() {
    RuntimeException failure = assertThrows(RuntimeException.class, () -> client.find("missing"));
    assertInstanceOf(FileNotFoundException.class, failure.getCause());
  }

  @Test
  public void counts_retries() throws Exception {
    server.failNext(2);
    assertEquals("2 retries: order c", client.attempts("c"));
  }

  @Test
  public void answers_later() throws Exception {
    server.failNext(1);
    assertEquals("order d", client.later("d").get());
  }

  @Test
  public void returns_a_later_state() {
    server.failNext(2);
    assertEquals("sent", client.state("e"));
  }

  @Test
  public void returns_the_last_state_even_if_it_is_pending() {
    server.failNext(9);
    assertEquals("pending", client.state("f"));
  }

  @Test
  public void retries_all_exceptions() {
    assertThrows(RuntimeException.class, () -> client.state("timeout"));
  }
}
