package dev.reprise.budget;

import dev.reprise.internal.text.CallReader;
import dev.reprise.internal.text.TextReader;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Reads a budget from its text form. */
final class BudgetText {

  private static final String KNOWN =
      "standard, unlimited, none, bucket, aws, ratio, finagle, grpc, inFlight or envoy";

  private BudgetText() {}

  static RetryBudget parse(String text) {
    return TextReader.readAll(text, BudgetText::budget);
  }

  private static RetryBudget budget(TextReader reader) {
    CallReader call = CallReader.open(reader, "a budget, " + KNOWN);
    return switch (call.name()) {
      case "standard" -> preset(call, RetryBudget.standard());
      case "unlimited" -> preset(call, RetryBudget.unlimited());
      case "none" -> preset(call, RetryBudget.none());
      case "aws" -> preset(call, RetryBudget.aws());
      case "finagle" -> preset(call, RetryBudget.finagle());
      case "envoy" -> preset(call, RetryBudget.envoy());
      case "bucket" -> bucket(reader, call);
      case "ratio" -> ratio(reader, call);
      case "grpc" -> call.hasNext() ? grpc(reader, call) : preset(call, RetryBudget.grpc());
      case "inFlight" -> inFlight(reader, call);
      default -> throw call.unknown("budget", List.of(KNOWN.split("[ ,]+(or )?")), KNOWN);
    };
  }

  private static RetryBudget preset(CallReader call, RetryBudget budget) {
    call.end();
    return budget;
  }

  private static RetryBudget bucket(TextReader reader, CallReader call) {
    call.next("capacity");
    int capacity = argument(reader, () -> reader.integer("capacity"), BucketBudget::checkCapacity);
    call.next("retryCost");
    int retryCost =
        argument(
            reader,
            () -> reader.integer("retryCost"),
            cost -> BucketBudget.checkRetryCost(cost, capacity));
    call.end();
    return new BucketBudget(capacity, retryCost);
  }

  private static RetryBudget ratio(TextReader reader, CallReader call) {
    call.next("percent");
    double percent = argument(reader, () -> percent(reader), RatioBudget::checkPercent);
    call.next("minPerSecond");
    double minPerSecond = argument(reader, () -> perSecond(reader), RatioBudget::checkMinPerSecond);
    Duration ttl = RatioBudget.FINAGLE_TTL;
    while (call.nextKey(List.of("ttl")) != null) {
      ttl = argument(reader, () -> reader.duration("ttl"), RatioBudget::checkTtl);
    }
    return new RatioBudget(percent, minPerSecond, ttl);
  }

  private static RetryBudget grpc(TextReader reader, CallReader call) {
    call.next("maxTokens");
    int maxTokens = argument(reader, () -> reader.integer("maxTokens"), GrpcBudget::checkMaxTokens);
    call.next("tokenRatio");
    double tokenRatio =
        argument(reader, () -> reader.decimal("tokenRatio"), GrpcBudget::checkTokenRatio);
    call.end();
    return new GrpcBudget(maxTokens, tokenRatio);
  }

  private static RetryBudget inFlight(TextReader reader, CallReader call) {
    call.next("percent");
    double percent = argument(reader, () -> percent(reader), InFlightBudget::checkPercent);
    int min = InFlightBudget.ENVOY_MIN_RETRIES;
    while (call.nextKey(List.of("min")) != null) {
      min = argument(reader, () -> reader.integer("min"), InFlightBudget::checkMinRetries);
    }
    return new InFlightBudget(percent, min);
  }

  private static double percent(TextReader reader) {
    double percent = reader.decimal("percent");
    reader.expect('%');
    return percent;
  }

  private static double perSecond(TextReader reader) {
    double rate = reader.decimal("minPerSecond");
    reader.expect('/');
    reader.expect('s');
    return rate;
  }

  /** Reads and checks an argument. The error of an invalid one points at its first character. */
  private static <T> T argument(TextReader reader, Supplier<T> read, UnaryOperator<T> check) {
    int start = reader.position();
    T value = read.get();
    return reader.at(start, () -> check.apply(value));
  }
}
