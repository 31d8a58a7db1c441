package dev.reprise.cli.load;

import dev.reprise.Retry;
import dev.reprise.batch.Pace;
import dev.reprise.budget.RetryBudget;
import dev.reprise.cli.argument.Arguments;
import dev.reprise.cli.argument.FixedValues;
import dev.reprise.cli.terminal.ProgressForm;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.time.TimeText;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options for retries, pace and parallelism. */
public final class SendOptions {

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
      completionCandidates = FixedValues.OfPace.class,
      description =
          "Rate limit: adaptive (default) follows the rate that the service accepts; "
              + "adaptive(<=1000/s) does so up to 1000 units per second; fixed(1000/s); unlimited. "
              + "A unit is an item; in DynamoDB a write unit, and for fetch and export a read unit.")
  private @Nullable String pace;

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
      completionCandidates = FixedValues.OfProgress.class,
      defaultValue = "text",
      description =
          "Form of progress and messages on standard error: ${DEFAULT-VALUE} (default), or json "
              + "for one JSON object per line, at most one a second and one at the end.")
  private String progress = "";

  /** Created by the parser of arguments. */
  public SendOptions() {}

  /** True if the option for the pace is given. */
  public boolean hasPace() {
    return pace != null;
  }

  /** True if the option for the policy is given. */
  public boolean hasPolicy() {
    return policy != null;
  }

  /**
   * Checks the options.
   *
   * @param name name of the retry, in reports and logs
   * @param defaultPolicy the policy without the option
   * @throws ParameterException if a value is invalid
   */
  public SendSettings parse(CommandLine line, String name, RetryPolicy defaultPolicy) {
    RetryPolicy parsed =
        policy == null
            ? defaultPolicy
            : Arguments.parse(line, "--policy", policy, SendOptions::policy);
    Arguments.checkRange(line, "--parallelism", parallelism, 1, MAX_PARALLELISM);
    return new SendSettings(
        Retry.of(parsed).withBudget(RetryBudget.unlimited()).named(name),
        pace == null ? null : Arguments.parse(line, "--pace", pace, Pace::parse),
        linger == null ? null : Arguments.parse(line, "--linger", linger, SendOptions::duration),
        parallelism,
        Arguments.parse(line, "--progress", progress, ProgressForm::parse));
  }

  /** The default time limit of policies is for single calls; a load may take hours. */
  private static RetryPolicy policy(String text) {
    RetryPolicy policy = Arguments.withoutHedge("a batch", RetryPolicy.parse(text));
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
