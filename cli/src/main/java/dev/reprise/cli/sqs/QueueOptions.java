package dev.reprise.cli.sqs;

import dev.reprise.aws.batch.sqs.SqsBatches;
import dev.reprise.cli.argument.Arguments;
import dev.reprise.cli.aws.SdkClients;
import dev.reprise.cli.aws.ServiceOptions;
import dev.reprise.cli.load.SendOptions;
import dev.reprise.cli.load.SendSettings;
import java.net.URI;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Options that name the queue and its service. */
final class QueueOptions {

  @Option(
      names = "--queue",
      paramLabel = "URL",
      required = true,
      description = "URL of the queue, which must be a standard queue.")
  private String queue = "";

  @Option(
      names = "--at-least-once",
      description =
          "Send messages again after a timeout, a lost response or a server error, although they "
              + "may then arrive twice. Without it they become dead letters.")
  private boolean atLeastOnce;

  @Option(
      names = "--max-bytes",
      paramLabel = "NUMBER",
      defaultValue = "1048576",
      description = "Maximum length of a request, and so of a line, in bytes. Default: 1048576.")
  private long maxBytes;

  @Mixin private ServiceOptions service = new ServiceOptions();
  @Mixin private SendOptions send = new SendOptions();

  /**
   * A queue.
   *
   * @param line the command that reports mistakes
   * @param url the URL of the queue
   * @param address the service
   * @param send retries, pace and parallelism
   */
  record Target(
      CommandLine line,
      String url,
      ServiceOptions.Address address,
      SendSettings send,
      boolean atLeastOnce,
      long maxBytes) {

    /**
     * A client of the service. An endpoint on this machine gets dummy credentials.
     *
     * @throws ParameterException if no region is known
     */
    SqsClient client() {
      URI endpoint = address.endpoint();
      return endpoint != null && SdkClients.isLoopback(endpoint)
          ? SdkClients.local(
                  SqsClient.builder(),
                  endpoint,
                  address.region(),
                  send.parallelism(),
                  SdkClients.withoutRetries())
              .build()
          : Arguments.parse(
              line,
              () ->
                  SdkClients.ofUser(
                      SqsClient.builder(), endpoint, address.region(), send.parallelism()));
    }

    SqsBatches batches(SqsClient client) {
      SqsBatches batches = SqsBatches.of(client, url).retry(send.retry()).maxBytes(maxBytes);
      return atLeastOnce ? batches.atLeastOnce() : batches;
    }
  }

  /**
   * Checks the options.
   *
   * @throws ParameterException if a value is invalid
   */
  Target parse(CommandLine line) {
    Arguments.parse(line, "--queue", queue, QueueOptions::standardQueue);
    Arguments.checkRange(line, "--max-bytes", maxBytes, 1, Long.MAX_VALUE);
    return new Target(
        line,
        queue,
        service.parse(line),
        send.parse(line, "sqs", SqsBatches.defaultPolicy()),
        atLeastOnce,
        maxBytes);
  }

  /** A line has no group and no deduplication id. */
  private static URI standardQueue(String text) {
    if (text.endsWith(".fifo")) {
      throw new IllegalArgumentException("must be a standard queue, but was " + text);
    }
    return ServiceOptions.url(text);
  }
}
