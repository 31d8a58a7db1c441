package dev.reprise.budget;

import dev.reprise.internal.text.CallReader;
import dev.reprise.internal.text.Parameter;
import dev.reprise.internal.text.TextForm;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Reads the text form of a budget. */
final class BudgetText extends TextForm<RetryBudget> {

  static final BudgetText FORM = new BudgetText();

  private static final Parameter<Integer> CAPACITY = Parameter.integer("capacity");
  private static final Parameter<Integer> RETRY_COST = Parameter.integer("retryCost");
  private static final Parameter<Double> PERCENT = Parameter.decimal("percent").in("%", "");
  private static final Parameter<Double> MIN_PER_SECOND =
      Parameter.decimal("minPerSecond").in("/s", "");
  private static final Parameter<Duration> TTL =
      Parameter.duration("ttl").byDefault(RatioBudget.FINAGLE_TTL);
  private static final Parameter<Integer> MAX_TOKENS = Parameter.integer("maxTokens");
  private static final Parameter<Double> TOKEN_RATIO = Parameter.decimal("tokenRatio");
  private static final Parameter<Integer> MIN =
      Parameter.integer("min").byDefault(InFlightBudget.ENVOY_MIN_RETRIES);

  private BudgetText() {
    super(
        "a budget",
        "standard, unlimited, none, bucket, aws, ratio, finagle, grpc, inFlight or envoy");
  }

  @Override
  protected @Nullable RetryBudget read(CallReader call) {
    return switch (call.name()) {
      case "standard" -> RetryBudget.standard();
      case "unlimited" -> RetryBudget.unlimited();
      case "none" -> RetryBudget.none();
      case "aws" -> RetryBudget.aws();
      case "finagle" -> RetryBudget.finagle();
      case "envoy" -> RetryBudget.envoy();
      case "bucket" -> {
        int capacity = BucketBudget.checkCapacity(call.next(CAPACITY));
        yield new BucketBudget(capacity, call.next(RETRY_COST));
      }
      case "ratio" -> {
        double percent = RatioBudget.checkPercent(call.next(PERCENT));
        double minPerSecond = RatioBudget.checkMinPerSecond(call.next(MIN_PER_SECOND));
        yield new RatioBudget(percent, minPerSecond, call.key(TTL));
      }
      case "grpc" -> call.hasNext() ? grpc(call) : RetryBudget.grpc();
      case "inFlight" -> {
        double percent = InFlightBudget.checkPercent(call.next(PERCENT));
        yield new InFlightBudget(percent, call.key(MIN));
      }
      default -> null;
    };
  }

  private static RetryBudget grpc(CallReader call) {
    int maxTokens = GrpcBudget.checkMaxTokens(call.next(MAX_TOKENS));
    return new GrpcBudget(maxTokens, call.next(TOKEN_RATIO));
  }
}
