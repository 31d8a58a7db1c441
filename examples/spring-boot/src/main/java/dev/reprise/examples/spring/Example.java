package dev.reprise.examples.spring;

import dev.reprise.examples.spring.payments.PaymentsApplication;
import dev.reprise.examples.spring.shop.ShopApplication;
import dev.reprise.testbed.tcp.Cut;
import dev.reprise.testbed.tcp.TcpProxy;
import java.io.IOException;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** Both services in one process, and between them a network that loses responses. */
public final class Example implements AutoCloseable {

  private static final double LOST_RESPONSES = 0.2;

  private final ConfigurableApplicationContext payments;
  private final TcpProxy network;
  private final ConfigurableApplicationContext shop;

  private Example(int shopPort, int paymentsPort, String... ofPayments) throws IOException {
    payments =
        start(
            PaymentsApplication.class,
            "payments",
            Stream.concat(Stream.of("--server.port=" + paymentsPort), Stream.of(ofPayments))
                .toArray(String[]::new));
    network = TcpProxy.to("127.0.0.1", port(payments));
    try {
      network.start();
      loseResponses(LOST_RESPONSES);
      shop =
          start(
              ShopApplication.class,
              "shop",
              "--server.port=" + shopPort,
              "--payments.url=http://127.0.0.1:" + network.port());
    } catch (IOException | RuntimeException failure) {
      network.close();
      payments.close();
      throw failure;
    }
  }

  /**
   * Starts the example on the ports 8080 and 8081, until Ctrl+C.
   *
   * @param arguments none
   * @throws IOException if a port is in use
   */
  public static void main(String[] arguments) throws IOException {
    Example example = start(8080, 8081);
    System.out.printf(
        """

        The network between the services loses one response in five.

          shop       %1$s
          payments   %2$s

        Place an order:

          curl -X PUT %1$s/orders/1 --json '{"amount": 25, "currency": "USD"}'

        See what its retries did:

          curl %1$s/actuator/reprise
          curl %1$s/actuator/prometheus

        Stop with Ctrl+C.
        """,
        example.shop(), example.payments());
  }

  /**
   * Starts the example.
   *
   * @param shopPort port of the shop; 0 for a free one
   * @param paymentsPort port of the payments service; 0 for a free one
   * @param ofPayments further properties of the payments service, such as {@code
   *     --reprise.enabled=false}
   * @return the running example
   * @throws IOException if the network has no port
   */
  public static Example start(int shopPort, int paymentsPort, String... ofPayments)
      throws IOException {
    return new Example(shopPort, paymentsPort, ofPayments);
  }

  /** A bean of the shop. */
  <T> T beanOfShop(Class<T> type) {
    return shop.getBean(type);
  }

  /** A bean of the payments service. */
  <T> T beanOfPayments(Class<T> type) {
    return payments.getBean(type);
  }

  /** The address of the shop. */
  public String shop() {
    return "http://127.0.0.1:" + port(shop);
  }

  /** The address of the payments service, without the network between. */
  public String payments() {
    return "http://127.0.0.1:" + port(payments);
  }

  /** The network between the services. */
  public TcpProxy network() {
    return network;
  }

  /**
   * Sets how many responses the network loses. The payments service has processed their requests.
   *
   * @param share share of the responses, 0 to 1; 0.2 at the start
   */
  public void loseResponses(double share) {
    network.dropResponses(share, 1, Cut.RESET);
  }

  @Override
  public void close() throws IOException {
    shop.close();
    network.close();
    payments.close();
  }

  private static ConfigurableApplicationContext start(
      Class<?> application, String name, String... arguments) {
    return new SpringApplicationBuilder(application)
        .properties("spring.config.name=" + name)
        .run(arguments);
  }

  private static int port(ConfigurableApplicationContext application) {
    WebServer server = ((WebServerApplicationContext) application).getWebServer();
    return Objects.requireNonNull(server, "the application has no web server").getPort();
  }
}
