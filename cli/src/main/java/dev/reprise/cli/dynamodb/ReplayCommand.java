package dev.reprise.cli.dynamodb;

import dev.reprise.cli.argument.Subcommand;
import dev.reprise.cli.load.DeadLetterOptions;
import dev.reprise.cli.load.Job;
import dev.reprise.cli.output.DistinctFiles;
import dev.reprise.cli.output.ErrorText;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.dynamodb.write.ItemWrite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Iterator;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** {@code reprise dynamodb replay}: sends dead letters again. */
@Command(
    name = "replay",
    description = "Send the dead letters of a load again.",
    footer = {
      "",
      "Puts, deletes and conditional puts are sent unchanged. Dead letters without a write, such "
          + "as lines that were not items, are reported and not sent. FILE is not changed; items "
          + "that fail again go to a new file of dead letters.",
      "",
      "The exit code is 0 if every dead letter was written, 1 if not, 2 for invalid arguments, "
          + "128 + n if signal n stopped it: 130 after Ctrl-C.",
      "",
      "Example:",
      "  reprise dynamodb replay orders.ndjson.dead.ndjson --table orders"
    })
public final class ReplayCommand extends Subcommand {

  @Parameters(index = "0", paramLabel = "FILE", description = "A file of dead letters.")
  private String file = "";

  @Option(
      names = "--other-table",
      description = "Allow dead letters that were written for a different table.")
  private boolean otherTable;

  @Option(
      names = "--if-absent",
      description =
          "Put only items whose key does not exist, so that no newer item is overwritten. Deletes "
              + "and conditional puts are sent unchanged.")
  private boolean ifAbsent;

  @Mixin private TransferOptions options = new TransferOptions();
  @Mixin private DeadLetterOptions deadLetters = new DeadLetterOptions();

  /** Created by the parser of arguments. */
  public ReplayCommand() {}

  @Override
  public Integer call() throws IOException {
    CommandLine line = line();
    Transfer transfer = options.parse(line);
    String letters = DeadLetterOptions.nextAfter(file);
    deadLetters.addTo(new DistinctFiles(line).reads("FILE", Path.of(file)), letters);
    DeadLetterOptions.checkInput(line, file);
    if (!otherTable) {
      refuseOtherTables(line, transfer.table());
    }
    try (Job<DeadLetterSource, ItemWrite> job =
            Job.open(
                line,
                Job.Kind.REPLAY,
                bad -> DeadLetterSource.open(Path.of(file), bad),
                deadLetters.create(line, letters, TableLetters.ofWrites(transfer.table())),
                transfer.settings().send());
        DynamoDbClient client = transfer.client()) {
      DynamoDbBatch table =
          job.prepare(line.getOut(), Transfer.WRITTEN, () -> transfer.writes(client));
      DynamoDbBatch batch = Transfer.writing(job, table);
      return Transfer.print(job, line.getOut(), batch.write(writes(job.input())));
    }
  }

  private Iterator<ItemWrite> writes(DeadLetterSource letters) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return letters.hasNext();
      }

      @Override
      public ItemWrite next() {
        ItemWrite write = letters.next();
        boolean plain = !write.isDelete() && write.condition().isEmpty();
        return ifAbsent && plain ? write.ifAbsent() : write;
      }
    };
  }

  private void refuseOtherTables(CommandLine line, String table) {
    try {
      Collection<String> others = DeadLetterSource.otherTables(Path.of(file), table);
      if (!others.isEmpty()) {
        throw new ParameterException(
            line,
            "--table is "
                + table
                + ", but "
                + file
                + " has dead letters for "
                + String.join(", ", others)
                + ": give that table, or add --other-table");
      }
    } catch (IOException | UncheckedIOException failure) {
      throw new ParameterException(
          line, "cannot read " + file + ": " + ErrorText.of(failure), failure);
    }
  }
}
