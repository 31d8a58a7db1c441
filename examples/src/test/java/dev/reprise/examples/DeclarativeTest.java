package dev.reprise.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Retry;
import dev.reprise.budget.RetryBudget;
import dev.reprise.declared.RetryProxy;
import dev.reprise.declared.Retryable;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.ConnectException;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DeclarativeTest {

  private static final VirtualTime TIME = VirtualTime.seeded(1);
  private static final Retry RETRY =
      Retry.of(RetryPolicy.defaults())
          .withBudget(RetryBudget.unlimited())
          .withEnvironment(TIME)
          .named("orders");

  /** Fails a configured number of times. */
  private static final class Client implements DeclarativeOrders {

    private int failures;
    private int calls;

    private String answer(String value) throws IOException {
      calls++;
      if (failures-- > 0) {
        throw new ConnectException("refused");
      }
      return value;
    }

    @Override
    public String find(String id) throws IOException {
      return answer(id);
    }

    @Override
    public CompletableFuture<String> place(String order) {
      try {
        return CompletableFuture.completedFuture(answer(order));
      } catch (IOException failure) {
        return CompletableFuture.failedFuture(failure);
      }
    }

    @Override
    public String report(int year) throws IOException {
      return answer("fine");
    }

    @Override
    public String price(String article) throws IOException {
      return answer("7 EUR");
    }

    @Override
    public String region() {
      return "north";
    }
  }

  private static final Client CLIENT = new Client();

  static Stream<DeclarativeOrders> orders() {
    return Stream.of(
        Declarative.byProxy(RETRY, name -> RETRY.withPolicy(RetryPolicy.none()), CLIENT),
        Declarative.generated(RETRY, name -> RETRY.withPolicy(RetryPolicy.none()), CLIENT));
  }

  private static void failing(int failures) {
    CLIENT.failures = failures;
    CLIENT.calls = 0;
  }

  @ParameterizedTest
  @MethodSource("orders")
  void each_method_follows_its_own_policy(DeclarativeOrders orders) throws IOException {
    failing(4);
    assertThat(orders.find("7")).isEqualTo("7");

    failing(1);
    assertThat(TIME.await(orders.place("book")).join()).isEqualTo("book");

    failing(1);
    assertThatThrownBy(() -> orders.report(2026)).isInstanceOf(ConnectException.class);

    failing(2);
    assertThat(orders.findBoth("7", "8")).isEqualTo("7, 8");
    assertThat(orders.region()).isEqualTo("north");

    failing(1);
    assertThat(orders.price("book")).isEqualTo("7 EUR");
    failing(2);
    assertThat(orders.price("book")).isEqualTo("price of yesterday");
  }

  @ParameterizedTest
  @MethodSource("orders")
  void a_single_call_can_use_another_policy(DeclarativeOrders orders) throws IOException {
    failing(8);
    assertThat(Declarative.findPatiently(orders, "7")).isEqualTo("7");

    failing(8);
    assertThatThrownBy(() -> orders.find("7")).isInstanceOf(ConnectException.class);
    assertThat(CLIENT.calls).isEqualTo(5);
    assertThat(Declarative.below(orders)).isSameAs(CLIENT);
  }

  /** An interface with an annotation of the program. */
  interface Stock {

    @Declarative.Patient
    String find(String id) throws IOException;
  }

  @Test
  void an_annotation_of_the_program_counts_in_its_place() throws IOException {
    failing(4);
    Stock stock = CLIENT::find;
    stock = RetryProxy.of(RETRY, Stock.class, stock, MethodHandles.lookup());
    assertThat(stock.find("7")).isEqualTo("7");
  }

  @ParameterizedTest
  @MethodSource("orders")
  void each_method_prints_its_policy(DeclarativeOrders orders) {
    assertThat(orders.toString())
        .startsWith("orders(maxAttempts=3 within=1m backoff=")
        .contains(") around " + CLIENT + ", DeclarativeOrders.find(String) by maxAttempts=5 ")
        .contains("DeclarativeOrders.report(int) by \"reports\"");
  }

  /** An annotated class without an interface. */
  @SuppressWarnings("retryable") // an interceptor reads it
  static final class Shop {

    @Retryable(maxAttempts = 5)
    public String open() throws IOException {
      return CLIENT.answer("open");
    }

    @Retryable(maxAttempts = 5)
    public CompletableFuture<String> openLater() {
      return CLIENT.place("open");
    }

    public String closed() throws IOException {
      return CLIENT.answer("closed");
    }
  }

  private static Object intercepted(String name) throws Exception {
    Shop shop = new Shop();
    Method method = Shop.class.getMethod(name);
    return Declarative.intercept(
        RETRY,
        method,
        shop,
        new Object[0],
        () -> {
          try {
            return method.invoke(shop);
          } catch (InvocationTargetException thrown) {
            throw (Exception) thrown.getCause();
          }
        });
  }

  @Test
  void an_interceptor_retries_by_the_annotation() throws Exception {
    failing(4);
    assertThat(intercepted("open")).isEqualTo("open");

    failing(4);
    assertThat(TIME.await((CompletableFuture<?>) intercepted("openLater")).join())
        .isEqualTo("open");

    failing(1);
    assertThatThrownBy(() -> intercepted("closed")).isInstanceOf(ConnectException.class);
  }

  @Test
  void policies_come_from_properties() throws Exception {
    assertThat(Declarative.policies().retry("reports").policy())
        .isEqualTo(RetryPolicy.parse("maxAttempts=2 within=2m"));
    assertThat(Declarative.fetchPatiently(RETRY, new FlakyPages().failing(9), "https://a.example"))
        .isEqualTo("page");
  }
}
