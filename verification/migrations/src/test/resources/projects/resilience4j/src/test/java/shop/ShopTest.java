package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.FileNotFoundException;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

public class ShopTest {

  @Test
  public void retries_as_configured() throws Exception {
    try (ConfigurableApplicationContext context =
        new SpringApplicationBuilder(Shop.class).web(WebApplicationType.NONE).run()) {
      Server server = context.getBean(Server.class);
      Orders orders = context.getBean(Orders.class);
      Stock stock = context.getBean(Stock.class);

      server.failNext(3);
      assertEquals("order a", orders.find("a"));

      server.failNext(4);
      assertThrows(IOException.class, () -> orders.find("b"));
      assertThrows(FileNotFoundException.class, () -> orders.find("missing"));

      server.failNext(2);
      assertEquals("yesterday's price of c", orders.price("c"));

      server.failNext(2);
      assertEquals("order d", stock.of("d"));
      assertEquals("order pending", stock.of("pending"));
    }
  }
}
