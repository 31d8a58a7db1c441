package dev.reprise.cli.sqs;

import dev.reprise.cli.argument.Subcommand;
import dev.reprise.cli.load.DeadLetterOptions;
import dev.reprise.cli.load.ItemFiles;
import dev.reprise.cli.load.Job;
import dev.reprise.cli.load.LineFormat;
import dev.reprise.cli.output.DistinctFiles;
import dev.reprise.cli.output.ErrorText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/** {@code reprise sqs replay}: sends dead letters again. */
@Command(
    name = "replay",
    description = "Send the dead letters of a load again.",
    footer = {
      "",
      "A message that was dead because its effect is unknown may have arrived before. FILE is not "
          + "changed; messages that fail again go to a new file of dead letters.",
      "",
      "The exit code is 0 if every dead letter was sent, 1 if not, 2 for invalid arguments, 128 "
          + "+ n if signal n stopped it: 130 after Ctrl-C.",
      "",
      "Example:",
      "  reprise sqs replay orders.txt.dead.ndjson --queue https://sqs.eu-central-1.amazonaws.com/123456789012/orders"
    })
public final class ReplayCommand extends Subcommand {

  @Parameters(index = "0", paramLabel = "FILE", description = "A file of dead letters.")
  private String file = "";

  @Option(
      names = "--other-queue",
      description = "Allow dead letters that were written for a different queue.")
  private boolean otherQueue;

  @Mixin private QueueOptions options = new QueueOptions();
  @Mixin private DeadLetterOptions deadLetters = new DeadLetterOptions();

  /** Created by the parser of arguments. */
  public ReplayCommand() {}

  @Override
  public Integer call() throws IOException {
    CommandLine line = line();
    QueueOptions.Target target = options.parse(line);
    String letters = DeadLetterOptions.nextAfter(file);
    deadLetters.addTo(new DistinctFiles(line).reads("FILE", Path.of(file)), letters);
    DeadLetterOptions.checkInput(line, file);
    if (!otherQueue) {
      refuseOtherQueues(line, target.url());
    }
    LineFormat<SendMessageBatchRequestEntry> format =
        LineFormat.parsing(MessageLetters::parse, MessageLetters.MAX_LETTER_BYTES);
    try (Job<ItemFiles<SendMessageBatchRequestEntry>, SendMessageBatchRequestEntry> job =
            Job.open(
                line,
                Job.Kind.REPLAY,
                bad -> ItemFiles.of(List.of(file), format, bad),
                deadLetters.create(line, letters, MessageLetters.of(target.url())),
                target.send());
        SqsClient client = target.client()) {
      return job.print(
          line.getOut(),
          job.reporting(target.send().apply(target.batches(client).sends())).run(job.input()),
          "sent",
          "");
    }
  }

  private void refuseOtherQueues(CommandLine line, String url) {
    try {
      Collection<String> others = MessageLetters.otherQueues(Path.of(file), url);
      if (!others.isEmpty()) {
        throw new ParameterException(
            line,
            "--queue is "
                + url
                + ", but "
                + file
                + " has dead letters for "
                + String.join(", ", others)
                + ": give that queue, or add --other-queue");
      }
    } catch (IOException | UncheckedIOException failure) {
      throw new ParameterException(
          line, "cannot read " + file + ": " + ErrorText.of(failure), failure);
    }
  }
}
