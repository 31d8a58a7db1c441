package dev.reprise.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ExampleTest {

  private static Example example;
  private static Services services;

  @BeforeAll
  static void start() throws IOException {
    example = Example.start(0, 0);
    services = new Services(example);
  }

  @AfterAll
  static void stop() throws IOException {
    example.close();
  }

  @BeforeEach
  void lose_a_fifth_of_the_responses() {
    example.loseResponses(0.2);
  }

  @Test
  void each_order_is_paid_once_although_responses_are_lost() throws Exception {
    List<String> numbers = IntStream.range(0, 60).mapToObj(i -> "many-" + i).toList();
    inParallel(numbers.stream().map(this::placedUntilAccepted).toList());

    assertThat(example.network().connectionsCut()).isPositive();
    assertThat(services.paidOrders())
        .filteredOn(number -> number.startsWith("many-"))
        .containsExactlyInAnyOrderElementsOf(numbers);
  }

  @Test
  void a_repeated_order_is_paid_once() throws Exception {
    assertThat(services.order("twice", 10, "EUR")).isEqualTo(200);
    assertThat(services.order("twice", 10, "EUR")).isEqualTo(200);

    assertThat(services.paidOrders()).containsOnlyOnce("twice");
  }

  @Test
  void a_number_cannot_be_used_for_another_amount() throws Exception {
    assertThat(services.order("reused", 10, "EUR")).isEqualTo(200);

    assertThat(services.order("reused", 20, "EUR")).isEqualTo(422);
  }

  @Test
  void the_last_known_rate_is_used_when_the_service_does_not_respond() throws Exception {
    example.loseResponses(0);
    String euros = services.euros(100, "GBP").body();
    example.loseResponses(1);

    assertThat(services.euros(100, "GBP").body()).isEqualTo(euros).isEqualTo("115.00");
  }

  @Test
  void an_amount_is_shown_in_each_currency() throws Exception {
    example.loseResponses(0);

    assertThat(services.prices(23).body())
        .isEqualTo(
            "{'CHF':21.50,'EUR':23.00,'GBP':20.00,'SEK':255.56,'USD':26.74}".replace('\'', '"'));
  }

  @Test
  void an_unknown_currency_is_refused_without_a_retry() throws Exception {
    assertThat(services.euros(100, "XXX").statusCode()).isEqualTo(422);
  }

  @Test
  void an_order_is_not_placed_while_no_response_arrives() throws Exception {
    example.loseResponses(0);
    assertThat(services.euros(1, "EUR").statusCode()).isEqualTo(200);
    example.loseResponses(1);
    assertThat(services.order("late", 10, "EUR")).isEqualTo(503);

    example.loseResponses(0);
    assertThat(services.order("late", 10, "EUR")).isEqualTo(200);
    assertThat(services.paidOrders()).containsOnlyOnce("late");
  }

  @Test
  void the_ledger_gets_all_orders_although_it_takes_ten_at_a_time() throws Exception {
    example.loseResponses(0);
    services.writeLedger();
    inParallel(IntStream.range(0, 25).mapToObj(i -> placedUntilAccepted("ledger-" + i)).toList());

    assertThat(services.writeLedger()).startsWith("25 of 25 done");
    assertThat(services.writeLedger()).startsWith("0 of 0 done");
  }

  private Callable<Void> placedUntilAccepted(String number) {
    return () -> {
      while (services.order(number, 25, "USD") != 200) {
        Thread.onSpinWait();
      }
      return null;
    };
  }

  private static void inParallel(List<Callable<Void>> tasks) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      for (Future<Void> future : new ArrayList<>(threads.invokeAll(tasks))) {
        future.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
