package dev.reprise.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class BudgetTextTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "standard | standard",
        "unlimited | unlimited",
        "none | none",
        "none() | none",
        "bucket(500, 5) | bucket(500, 5)",
        "aws | bucket(500, 5)",
        "ratio(20%, 10/s, ttl=10s) | ratio(20%, 10/s, ttl=10s)",
        "ratio(20%, 10/s) | ratio(20%, 10/s, ttl=10s)",
        "ratio(0.5%,0.25/s,ttl=60s) | ratio(0.5%, 0.25/s, ttl=1m)",
        "finagle | ratio(20%, 10/s, ttl=10s)",
        "grpc(10, 0.1) | grpc(10, 0.1)",
        "grpc | grpc(10, 0.1)",
        "grpc() | grpc(10, 0.1)",
        "inFlight(20%, min=3) | inFlight(20%, min=3)",
        "inFlight(20%) | inFlight(20%, min=3)",
        "inFlight(12.5%, min=0) | inFlight(12.5%, min=0)",
        "envoy | inFlight(20%, min=3)"
      })
  void reads_and_prints(String text, String printed) {
    assertEquals(printed, RetryBudget.parse(" " + text + " ").toString());
  }

  @ParameterizedTest
  @MethodSource("budgets")
  void reads_its_printed_text_as_the_same_kind(RetryBudget budget) {
    RetryBudget read = RetryBudget.parse(budget.toString());
    assertSame(budget.getClass(), read.getClass());
    assertEquals(budget.toString(), read.toString());
    assertEquals(budget.retriesWhenFull(), read.retriesWhenFull());
    assertEquals(budget.toString(), budget.newInstance().toString());
  }

  static Stream<RetryBudget> budgets() {
    Random random = new Random(30);
    Stream<RetryBudget> presets =
        Stream.of(
            RetryBudget.standard(),
            RetryBudget.unlimited(),
            RetryBudget.none(),
            RetryBudget.aws(),
            RetryBudget.finagle(),
            RetryBudget.grpc(),
            RetryBudget.envoy(),
            RetryBudget.inFlight(-0.0, 0));
    return Stream.concat(presets, Stream.generate(() -> any(random)).limit(200));
  }

  private static RetryBudget any(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> RetryBudget.bucket(100 + random.nextInt(1000), 1 + random.nextInt(100));
      case 1 ->
          RetryBudget.ratio(
              random.nextDouble() * Math.pow(10, random.nextInt(9) - 4),
              random.nextDouble() * Math.pow(10, random.nextInt(9) - 4),
              Duration.ofNanos(1_000_000_000L + random.nextInt(1_000_000_000)));
      case 2 -> RetryBudget.grpc(1 + random.nextInt(1000), (1 + random.nextInt(9999)) / 1000.0);
      default -> RetryBudget.inFlight(random.nextDouble() * 100, random.nextInt(9));
    };
  }

  @Test
  void a_budget_is_equal_only_to_itself() {
    assertNotEquals(RetryBudget.standard(), RetryBudget.standard());
    assertNotEquals(RetryBudget.parse("aws"), RetryBudget.parse("aws"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "|1|expected a budget",
        "standrad|1|unknown budget 'standrad', did you mean standard? Expected standard,"
            + " unlimited,",
        "standard(5)|10|expected ')', but found '5'",
        "standard x|10|expected the end",
        "bucket|7|expected '(' and capacity",
        "bucket(500)|11|expected retryCost",
        "bucket(0, 5)|8|capacity must be from 1 to 2147483647, but was 0",
        "bucket(5, 6)|11|retryCost must be from 0 to 5, but was 6",
        "bucket(5, 5, 5)|14|expected ')'",
        "bucket(99999999999, 5)|8|capacity must be at most 2147483647",
        "ratio(20, 10/s)|9|expected '%'",
        "ratio(20%, 10)|14|expected '/'",
        "ratio(20%, 10/m)|15|expected 's'",
        "ratio(20%, 10/s, ttl=99s)|22|ttl must be from 1 s to 1 min, but was 99 s",
        "ratio(20%, 10/s, tll=9s)|18|unknown key 'tll', did you mean ttl? Expected ttl",
        "grpc(10)|8|expected tokenRatio",
        "grpc(10, 0)|10|tokenRatio must be from 0.001 to 1000, but was 0",
        "inFlight(120%)|10|percent must be from 0 to 100, but was 120",
        "inFlight(20%, min=3, min=3)|22|min is given twice",
        "inFlight(20%, min=-1)|19|expected min, a whole number"
      })
  void points_at_the_character(String text, int column, String message) {
    String given = text == null ? "" : text;
    var refused = assertThrows(IllegalArgumentException.class, () -> RetryBudget.parse(given));
    String[] lines = refused.getMessage().split("\n");
    assertEquals(message, lines[0].substring(0, Math.min(message.length(), lines[0].length())));
    assertEquals(column, lines[2].indexOf('^') - 1, refused.getMessage());
  }
}
