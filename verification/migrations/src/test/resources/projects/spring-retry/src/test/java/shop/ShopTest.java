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
  public void retries_as_annotated() throws Exception {
    try (ConfigurableApplicationContext context =
        new SpringApplicationBuilder(Shop.class).web(WebApplicationType.NONE).run()) {
      Server server = context.getBean(Server.class);
      Orders orders = context.getBean(Orders.class);
      Prices prices = context.getBean(Prices.class);

      server.failNext(3);
      assertEquals("order a", orders.find("a"));

      server.failNext(4);
      assertThrows(IOException.class, () -> orders.find("b"));
      assertThrows(FileNotFoundException.class, () -> orders.find("missing"));

      server.failNext(2);
      assertEquals("yesterday's price of c", prices.price("c", "EUR"));

      server.failNext(2);
      assertEquals("order d after 2", prices.stock("d"));
    }
  }
}
