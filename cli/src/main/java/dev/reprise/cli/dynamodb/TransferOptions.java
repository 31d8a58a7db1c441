package dev.reprise.cli.dynamodb;

import dev.reprise.Retry;
import dev.reprise.aws.AwsFailures;
import dev.reprise.cli.dynamodb.client.Tables;
import dev.reprise.cli.load.SendOptions;
import dev.reprise.cli.load.SendSettings;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.policy.RetryPolicy;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that load, replay, fetch and export have in common. */
final class TransferOptions {

  @Option(
      names = "--capacity-share",
      paramLabel = "SHARE",
      description =
          "Use at most this share of the table's provisioned capacity, such as 0.5. Cannot be "
              + "combined with --pace.")
  private @Nullable Double capacityShare;

  @Mixin private TableOptions table = new TableOptions();
  @Mixin private SendOptions send = new SendOptions();

  /**
   * Checks the options.
   *
   * @throws ParameterException if a value is invalid, or two options exclude each other
   */
  Transfer parse(CommandLine line) {
    TableAddress address = table.parse(line);
    if (capacityShare != null && send.hasPace()) {
      throw new ParameterException(
          line, "--pace and --capacity-share cannot be combined: give one of them");
    }
    if (capacityShare != null && !(capacityShare > 0 && capacityShare <= 1)) {
      throw new ParameterException(
          line, "--capacity-share must be above 0 and at most 1, but was " + capacityShare);
    }
    SendSettings settings = send.parse(line, "dynamodb", DynamoDbBatch.defaultPolicy());
    Retry retry = settings.retry();
    Retry tableRetry =
        retry.withPolicy(send.hasPolicy() ? classified(retry.policy()) : Tables.DEFAULT_POLICY);
    return new Transfer(line, address, new TableSettings(settings, tableRetry, capacityShare));
  }

  /** For requests about the table, failures such as a missing table are not retried. */
  private static RetryPolicy classified(RetryPolicy policy) {
    return policy.toBuilder().classifyWith("aws", AwsFailures.classifier()).build();
  }
}
