package dev.reprise.cli.dynamodb;

import dev.reprise.batch.journal.SyncPolicy;
import dev.reprise.cli.argument.Arguments;
import dev.reprise.cli.argument.Subcommand;
import dev.reprise.cli.dynamodb.client.KeyAttribute;
import dev.reprise.cli.dynamodb.client.Tables;
import dev.reprise.cli.output.DistinctFiles;
import dev.reprise.cli.output.ErrorText;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.dynamodb.write.ItemWrite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** {@code reprise dynamodb load}: writes the items of files to a table. */
@Command(
    name = "load",
    description = "Put each line of one or more files into a table as an item.",
    footer = {
      "",
      "Each line is an item, a JSON object: plain JSON, DynamoDB JSON (which alone has sets and "
          + "binary values), or a line of an export to S3. Files may be compressed with gzip or "
          + "zstd. They are streamed, one after the other. If two lines have the same key, the "
          + "later one remains.",
      "",
      "With --journal, the same command can be run again after any interruption, including "
          + "SIGKILL. It then sends only the items that are not known to be done, and tries dead "
          + "items again. The dead letters of the previous run are kept under a different name.",
      "",
      "The exit code is 0 if every line was written, 1 if not, 2 for invalid arguments, 128 + n "
          + "if signal n stopped it: 130 after Ctrl-C.",
      "",
      "Example:",
      "  reprise dynamodb load orders.ndjson --table orders --region eu-central-1",
      "  reprise dynamodb load items.ndjson.gz --table items --journal items.journal"
    })
public final class LoadCommand extends Subcommand {

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "Input with one item per line; - for standard input.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = "--create",
      paramLabel = "KEY[,SORT]",
      description =
          "If the table does not exist, create it on-demand with these key attributes. They are "
              + "strings; append :N for a number and :B for a binary value. A load that continues "
              + "a journal creates no table.")
  private @Nullable String create;

  @Option(
      names = "--if-absent",
      description =
          "Put only items whose key does not exist yet. An existing item stays unchanged, and the "
              + "line becomes a dead letter.")
  private boolean ifAbsent;

  @Mixin private JournalOptions journal = new JournalOptions();
  @Mixin private TransferOptions options = new TransferOptions();
  @Mixin private DeadLetterOptions deadLetters = new DeadLetterOptions();

  /** Created by the parser of arguments. */
  public LoadCommand() {}

  @Override
  public Integer call() throws IOException {
    CommandLine line = line();
    Transfer transfer = options.parse(line);
    List<KeyAttribute> keys =
        create == null
            ? List.of()
            : Arguments.parse(line, "--create", create, KeyAttribute::parseAll);
    String letters = ItemFiles.stem(files) + DeadLetterOptions.SUFFIX;
    checkFiles(line, letters);
    SyncPolicy sync = journal.parse(line);
    return transfer.run(
        journal.isGiven() ? Job.Kind.JOURNALED : Job.Kind.PLAIN,
        bad -> ItemFiles.of(files, bad),
        journal.exists()
            ? deadLetters.append(line, letters, transfer.table())
            : deadLetters.create(line, letters, transfer.table()),
        (job, client) -> {
          Optional<String> misfit = journal.misfit(files, transfer.table());
          if (misfit.isPresent()) {
            job.print("journal: " + misfit.get());
            return 1;
          }
          createTable(transfer, client, keys);
          DynamoDbBatch batch =
              journal.apply(job.writing(transfer.batch(client)), sync, ItemFiles.describe(files));
          return job.print(line.getOut(), batch.write(writes(job, letters)));
        });
  }

  private void createTable(Transfer transfer, DynamoDbClient client, List<KeyAttribute> keys) {
    if (!keys.isEmpty() && !journal.hasSettled()) {
      Tables.createOnDemand(client, transfer.settings().tableRetry(), transfer.table(), keys);
    }
  }

  private void checkFiles(CommandLine line, String defaultLetters) {
    DistinctFiles named = new DistinctFiles(line);
    files.forEach(file -> named.reads("FILE", file));
    journal.addTo(named);
    deadLetters.addTo(named, defaultLetters);
  }

  /**
   * The writes. The batch requests the first one after it has locked the journal: a refused load
   * leaves all files unchanged.
   */
  private Iterator<ItemWrite> writes(Job<ItemFiles> job, String defaultLetters) {
    ItemFiles items = job.input();
    return new Iterator<>() {
      private boolean begun;

      @Override
      public boolean hasNext() {
        if (!begun) {
          begun = true;
          begin(job, defaultLetters);
        }
        return items.hasNext();
      }

      @Override
      public ItemWrite next() {
        ItemWrite put = ItemWrite.put(items.next());
        return ifAbsent ? put.ifAbsent() : put;
      }
    };
  }

  private void begin(Job<ItemFiles> job, String defaultLetters) {
    journal.printResumed(job::print);
    try {
      Path kept = journal.exists() ? deadLetters.keepEarlier(defaultLetters) : null;
      if (kept != null) {
        job.print("the dead letters of the previous run are in " + kept);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(
          "cannot rename the dead letters of the previous run: " + ErrorText.of(failure), failure);
    }
  }
}
