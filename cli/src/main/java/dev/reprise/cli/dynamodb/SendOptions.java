package dev.reprise.cli.dynamodb;

import dev.reprise.Retry;
import dev.reprise.batch.Pace;
import dev.reprise.budget.RetryBudget;
import dev.reprise.cli.PolicyArgument;
import dev.reprise.dynamodb.AwsFailures;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.dynamodb.scan.TableScan;
import dev.reprise.policy.RetryPolicy;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options for retries, chunk size, parallelism and pace. */
final class SendOptions {

  private static final int MOST_REQUESTS = 1_000;
  private static final Pattern TIME_LIMIT = Pattern.compile("(^|\\s)within\\s*=");

  @Option(
      names = "--policy",
      paramLabel = "POLICY",
      description =
          "What is sent again, when and how often, such as \"maxAttempts=20 within=1h\". Attempts "
              + "count without progress. By default 30, without a time limit.")
  private @Nullable String policy;

  @Option(
      names = "--parallelism",
      paramLabel = "NUMBER",
      defaultValue = "8",
      description = "Requests at a time. Default ${DEFAULT-VALUE}.")
  private int parallelism;

  @Option(
      names = "--pace",
      paramLabel = "PACE",
      description =
          "How fast: adaptive, the default, follows what the table accepts; adaptive(<=1000/s) no "
              + "faster than this many units a second; fixed(1000/s); unlimited. Units are write "
              + "units; keys for fetch, read units for export.")
  private @Nullable String pace;

  @Option(
      names = "--capacity-share",
      paramLabel = "SHARE",
      description =
          "Take at most this share of the table's provisioned capacity, such as 0.5. Not with "
              + "--pace.")
  private @Nullable Double share;

  /**
   * Mistakes are behind us.
   *
   * @param retry how items are sent again
   * @param asking how the service is asked again about the table; stopped with the other
   */
  record Sending(
      Retry retry, Retry asking, @Nullable Pace pace, @Nullable Double share, int parallelism) {

    /** Sends so. */
    DynamoDbBatch apply(DynamoDbBatch plain) {
      DynamoDbBatch batch = plain.parallelism(parallelism).retry(retry);
      if (share != null) {
        return batch.capacityShare(share);
      }
      return pace == null ? batch : batch.pace(pace);
    }

    /** Scans so. */
    TableScan apply(TableScan plain) {
      TableScan scan = plain.retry(retry).parallelism(parallelism);
      if (share != null) {
        return scan.capacityShare(share);
      }
      return pace == null ? scan : scan.pace(pace);
    }
  }

  /** Reads the options that may hold mistakes. */
  Sending parse(CommandLine line) {
    RetryPolicy parsed =
        policy == null
            ? DynamoDbBatch.defaultPolicy()
            : PolicyArgument.parse(line, "--policy", policy, SendOptions::policy);
    if (pace != null && share != null) {
      throw new ParameterException(
          line, "--pace and --capacity-share both say how fast: give one of them");
    }
    if (share != null && !(share > 0 && share <= 1)) {
      throw new ParameterException(
          line, "--capacity-share must be more than 0 and at most 1, but was " + share);
    }
    ArgumentChecks.check(line, "--parallelism", parallelism, 1, MOST_REQUESTS);
    Retry retry = Retry.of(parsed).withBudget(RetryBudget.unlimited()).named("dynamodb");
    return new Sending(
        retry,
        retry.withPolicy(policy == null ? Tables.ASKING : classified(parsed)),
        pace == null ? null : PolicyArgument.parse(line, "--pace", pace, Pace::parse),
        share,
        parallelism);
  }

  /** A table that is not there, say, is not asked for again, as items are not sent again. */
  private static RetryPolicy classified(RetryPolicy policy) {
    return policy.toBuilder().classifyWith("aws", AwsFailures.classifier()).build();
  }

  /** A load takes as long as it takes: the default time limit of policies is not meant for it. */
  private static RetryPolicy policy(String text) {
    RetryPolicy policy = RetryPolicy.parse(text);
    return TIME_LIMIT.matcher(text).find() ? policy : policy.toBuilder().withoutTimeLimit().build();
  }
}
