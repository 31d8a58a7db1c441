package dev.reprise.budget;

import dev.reprise.internal.text.NumberText;
import java.util.OptionalDouble;

/**
 * gRPC's retry throttling: a retry costs no tokens, but every failure takes tokens and every
 * success gives some back. With half of the tokens or less there are no retries. Tokens are counted
 * in thousandths, as in gRPC.
 */
final class GrpcBudget extends BudgetAdapter {

  static final int A6_MAX_TOKENS = 10;
  static final double A6_TOKEN_RATIO = 0.1;

  private static final int SCALE = 1000;

  private final double tokenRatio;
  private final Tokens thousandths;
  private final long reward;

  GrpcBudget(int maxTokens, double tokenRatio) {
    this.tokenRatio = checkTokenRatio(tokenRatio);
    this.thousandths = new Tokens((long) SCALE * checkMaxTokens(maxTokens));
    this.reward = Math.min(thousandths.capacity(), Math.round(SCALE * tokenRatio));
  }

  static int checkMaxTokens(int maxTokens) {
    return Bounds.check("maxTokens", maxTokens, 1, 1000);
  }

  static double checkTokenRatio(double tokenRatio) {
    double checked = Bounds.check("tokenRatio", tokenRatio, 0.001, 1000);
    if (Math.round(SCALE * checked) / (double) SCALE != checked) {
      throw new IllegalArgumentException(
          "tokenRatio must have at most 3 decimal places, but was " + NumberText.format(checked));
    }
    return checked;
  }

  long availableThousandths() {
    return thousandths.available();
  }

  @Override
  public void firstAttemptSucceeded(long nowNanos) {
    thousandths.give(reward);
  }

  @Override
  public void firstAttemptFailed(long nowNanos) {
    thousandths.take(SCALE);
  }

  @Override
  public boolean tryAcquire(long nowNanos) {
    return 2 * thousandths.available() > thousandths.capacity();
  }

  @Override
  public void permitReturned(boolean succeeded, long nowNanos) {
    if (succeeded) {
      thousandths.give(reward);
    } else {
      thousandths.take(SCALE);
    }
  }

  @Override
  public RetryBudget newInstance() {
    return new GrpcBudget(maxTokens(), tokenRatio);
  }

  @Override
  public boolean isFull(long nowNanos) {
    return thousandths.isFull();
  }

  @Override
  public OptionalDouble level(long nowNanos) {
    double half = thousandths.capacity() / 2.0;
    return OptionalDouble.of(Math.max(0, thousandths.available() - half) / half);
  }

  @Override
  public long retriesWhenFull() {
    int untilHalf = (maxTokens() - 1) / 2;
    return untilHalf;
  }

  @Override
  public String toString() {
    return "grpc(" + maxTokens() + ", " + NumberText.format(tokenRatio) + ")";
  }

  private int maxTokens() {
    return (int) (thousandths.capacity() / SCALE);
  }
}
