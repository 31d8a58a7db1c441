package dev.reprise.verification.spring.beans;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.report.RetryReport;
import dev.reprise.verification.spring.kotlin.Stock;
import dev.reprise.verification.spring.kotlin.StockCalls;
import java.io.IOException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Retried suspend functions of beans. The tests of one Spring Boot have kotlinx-coroutines-reactor,
 * with which Spring calls them as Mono.
 */
@Timeout(60)
class SuspendFunctionsTest {

  private static void with(Consumer<Stock> test) {
    BeanApplication.with(Stock.class).run(context -> test.accept(context.getBean(Stock.class)));
  }

  @Test
  void a_suspend_function_is_retried_whether_it_suspends_or_not() {
    with(stock -> assertThat(StockCalls.count(stock)).isEqualTo("apples: 3"));
    with(stock -> assertThat(StockCalls.countAtOnce(stock)).isEqualTo("apples: 3"));
    with(
        stock -> {
          assertThat(StockCalls.nothing(stock)).isNull();
          assertThat(stock.attempts()).isEqualTo(2);
        });
  }

  @Test
  void the_failure_of_the_last_attempt_arrives_with_its_report() {
    with(
        stock -> {
          Throwable failure = StockCalls.failure(stock);
          assertThat(failure).isInstanceOf(IOException.class).hasMessage("attempt 2");
          assertThat(RetryReport.of(failure).orElseThrow().attempts()).isEqualTo(2);
        });
  }

  @Test
  void a_fallback_may_be_a_suspend_function() {
    with(
        stock ->
            assertThat(StockCalls.countOrLast(stock))
                .isEqualTo("last count of pears, after attempt 2"));
  }

  @Test
  void attempts_have_the_coroutine_context_of_the_caller() {
    with(stock -> assertThat(StockCalls.named(stock)).isEqualTo("caller"));
  }

  @Test
  void to_cancel_the_caller_cancels_the_attempt_and_no_sibling() {
    with(
        stock -> {
          assertThat(StockCalls.cancelWhileItWaits(stock)).as("the sibling is active").isTrue();
          assertThat(stock.wasCancelled()).isTrue();
          assertThat(stock.attempts()).isOne();
        });
  }

  @Test
  void a_function_that_returns_a_flow_is_retried() {
    with(stock -> assertThat(StockCalls.all(stock)).containsExactly("item 3"));
  }
}
