package dev.reprise.cli.dynamodb;

import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.cli.argument.Arguments;
import dev.reprise.cli.argument.Subcommand;
import dev.reprise.cli.dynamodb.client.KeyAttribute;
import dev.reprise.cli.load.Load;
import dev.reprise.cli.load.LoadOptions;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.dynamodb.write.ItemWrite;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

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

  @Mixin private LoadOptions load = new LoadOptions();
  @Mixin private TransferOptions options = new TransferOptions();

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
    return load.load(
        line,
        transfer.settings().send(),
        new Load.Target<>(
            transfer.table(), new TableLines(), TableLetters.ofWrites(transfer.table())),
        work -> send(work, transfer, keys));
  }

  private int send(
      Load<Map<String, AttributeValue>, ItemWrite> load,
      Transfer transfer,
      List<KeyAttribute> keys) {
    try (DynamoDbClient client = transfer.client()) {
      DynamoDbBatch table =
          load.job()
              .prepare(
                  line().getOut(),
                  Transfer.WRITTEN,
                  () -> {
                    if (!keys.isEmpty() && !load.isContinued()) {
                      transfer.create(client, keys);
                    }
                    return transfer.writes(client);
                  });
      DynamoDbBatch batch = Transfer.writing(load.job(), table);
      BatchJournal journal = load.journal();
      Iterator<Map<String, AttributeValue>> items = load.items();
      return Transfer.print(
          load.job(),
          line().getOut(),
          (journal == null ? batch : batch.journaledIn(journal)).write(writes(items)));
    }
  }

  private Iterator<ItemWrite> writes(Iterator<Map<String, AttributeValue>> items) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return items.hasNext();
      }

      @Override
      public ItemWrite next() {
        ItemWrite put = ItemWrite.put(items.next());
        return ifAbsent ? put.ifAbsent() : put;
      }
    };
  }
}
