package dev.reprise.cli.dynamodb;

import dev.reprise.Retry;
import dev.reprise.aws.AwsFailures;
import dev.reprise.batch.Pace;
import dev.reprise.budget.RetryBudget;
import dev.reprise.cli.argument.Arguments;
import dev.reprise.cli.dynamodb.client.Tables;
import dev.reprise.cli.terminal.ProgressForm;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.time.TimeText;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options for retries, pace and parallelism. */
final class SendOptions {

  private static final int MAX_PARALLELISM = 1_000;
  private static final Pattern TIME_LIMIT = Pattern.compile("(^|\\s)within\\s*=");

  @Option(
      names = "--policy",
      paramLabel = "POLICY",
      description =
          "Retry policy, such as \"maxAttempts=20 within=1h\". Only attempts without progress "
              + "count. Default: 30 attempts, no time limit.")
  private @Nullable String policy;

  @Option(
      names = "--parallelism",
      paramLabel = "NUMBER",
      defaultValue = "8",
      description = "Maximum number of parallel requests. Default: ${DEFAULT-VALUE}.")
  private int parallelism;

  @Option(
      names = "--pace",
      paramLabel = "PACE",
      description =
          "Rate limit: adaptive (default) follows the rate that the table accepts; "
              + "adaptive(<=1000/s) does so up to 1000 units per second; fixed(1000/s); unlimited. "
              + "Units are write units; for fetch, keys; for export, read units.")
  private @Nullable String pace;

  @Option(
      names = "--capacity-share",
      paramLabel = "SHARE",
      description =
          "Use at most this share of the table's provisioned capacity, such as 0.5. Cannot be "
              + "combined with --pace.")
  private @Nullable Double capacityShare;

  @Option(
      names = "--linger",
      paramLabel = "TIME",
      description =
          "Longest wait of items for a slow input: a request that is not full after this time, "
              + "such as 50ms, is sent. Default: 100ms. Has no effect on export.")
  private @Nullable String linger;

  @Option(
      names = "--progress",
      paramLabel = "FORM",
      defaultValue = "text",
      description =
          "Form of progress and messages on standard error: ${DEFAULT-VALUE} (default), or json "
              + "for one JSON object per line, every second and at the end.")
  private String progress = "";

  /**
   * Checks the options.
   *
   * @throws ParameterException if a value is invalid, or two options exclude each other
   */
  SendSettings parse(CommandLine line) {
    RetryPolicy parsed =
        policy == null
            ? DynamoDbBatch.defaultPolicy()
            : Arguments.parse(line, "--policy", policy, SendOptions::policy);
    if (pace != null && capacityShare != null) {
      throw new ParameterException(
          line, "--pace and --capacity-share cannot be combined: give one of them");
    }
    if (capacityShare != null && !(capacityShare > 0 && capacityShare <= 1)) {
      throw new ParameterException(
          line, "--capacity-share must be above 0 and at most 1, but was " + capacityShare);
    }
    Arguments.checkRange(line, "--parallelism", parallelism, 1, MAX_PARALLELISM);
    Retry retry = Retry.of(parsed).withBudget(RetryBudget.unlimited()).named("dynamodb");
    return new SendSettings(
        retry,
        retry.withPolicy(policy == null ? Tables.DEFAULT_POLICY : classified(parsed)),
        pace == null ? null : Arguments.parse(line, "--pace", pace, Pace::parse),
        capacityShare,
        linger == null ? null : Arguments.parse(line, "--linger", linger, SendOptions::duration),
        parallelism,
        Arguments.parse(line, "--progress", progress, ProgressForm::parse));
  }

  /** For requests about the table, failures such as a missing table are not retried. */
  private static RetryPolicy classified(RetryPolicy policy) {
    return policy.toBuilder().classifyWith("aws", AwsFailures.classifier()).build();
  }

  /** The default time limit of policies is for single calls; a load may take hours. */
  private static RetryPolicy policy(String text) {
    RetryPolicy policy = RetryPolicy.parse(text);
    return TIME_LIMIT.matcher(text).find() ? policy : policy.toBuilder().withoutTimeLimit().build();
  }

  private static Duration duration(String text) {
    Duration linger = TimeText.parse(text);
    if (linger.isNegative()) {
      throw new IllegalArgumentException("must be at least 0, but was " + text);
    }
    return linger;
  }
}
