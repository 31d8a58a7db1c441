package dev.reprise.cli.sqs;

import dev.reprise.aws.batch.sqs.SqsBatches;
import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.cli.argument.Subcommand;
import dev.reprise.cli.load.LineFormat;
import dev.reprise.cli.load.Load;
import dev.reprise.cli.load.LoadOptions;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/** {@code reprise sqs load}: sends the lines of files to a queue. */
@Command(
    name = "load",
    description = "Send each line of one or more files to a standard queue as a message.",
    footer = {
      "",
      "Each line is the body of a message, including blanks at its ends; empty lines are skipped. Files "
          + "may be compressed with gzip or zstd. They are streamed, one after the other.",
      "",
      "A standard queue does not recognize a message that is sent again. A line whose request "
          + "ended with unknown effect is therefore a dead letter, unless --at-least-once is given.",
      "",
      "With --journal, the same command can be run again after any interruption, including "
          + "SIGKILL. It then sends only the lines that are not known to be done, and tries dead "
          + "ones again. Lines that were in flight may then arrive twice. The dead letters of the "
          + "previous run are kept under a different name.",
      "",
      "The exit code is 0 if every line was sent, 1 if not, 2 for invalid arguments, 128 + n if "
          + "signal n stopped it: 130 after Ctrl-C.",
      "",
      "Example:",
      "  reprise sqs load orders.txt --queue https://sqs.eu-central-1.amazonaws.com/123456789012/orders"
    })
public final class LoadCommand extends Subcommand {

  @Mixin private LoadOptions load = new LoadOptions();
  @Mixin private QueueOptions options = new QueueOptions();

  /** Created by the parser of arguments. */
  public LoadCommand() {}

  @Override
  public Integer call() throws IOException {
    QueueOptions.Target target = options.parse(line());
    return load.load(
        line(),
        target.send(),
        new Load.Target<>(
            target.url(),
            LineFormat.verbatim(MessageLetters::message, MessageLetters.MAX_LINE_BYTES),
            MessageLetters.of(target.url())),
        work -> send(work, target));
  }

  private int send(
      Load<SendMessageBatchRequestEntry, SendMessageBatchRequestEntry> work,
      QueueOptions.Target target) {
    try (SqsClient client = target.client()) {
      BatchJournal journal = work.journal();
      SqsBatches batches = target.batches(client);
      SqsBatches journaled = journal == null ? batches : batches.journaledIn(journal);
      return work.job()
          .print(
              line().getOut(),
              work.job().reporting(target.send().apply(journaled.sends())).run(work.items()),
              "sent",
              "");
    }
  }
}
