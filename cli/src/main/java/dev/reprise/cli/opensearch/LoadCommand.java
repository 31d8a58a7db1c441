package dev.reprise.cli.opensearch;

import dev.reprise.batch.Batch;
import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.cli.argument.Subcommand;
import dev.reprise.cli.load.LineFormat;
import dev.reprise.cli.load.Load;
import dev.reprise.cli.load.LoadOptions;
import dev.reprise.opensearch.BulkItem;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code reprise opensearch load}: indexes the lines of files. */
@Command(
    name = "load",
    description = "Store each line of one or more files in an index as a document.",
    footer = {
      "",
      "Each line is a JSON object. Files may be compressed with gzip or zstd. They are streamed, one "
          + "after the other.",
      "",
      "Without --id the server generates the ids. A line whose request ended with unknown effect is "
          + "then a dead letter and is not sent again, and a load that is resumed after a kill may "
          + "store the lines that were in flight twice.",
      "",
      "With --journal, the same command can be run again after any interruption, including "
          + "SIGKILL. It then sends only the items that are not known to be done, and tries dead "
          + "items again. The dead letters of the previous run are kept under a different name.",
      "",
      "The exit code is 0 if every line was stored, 1 if not, 2 for invalid arguments, 128 + n if "
          + "signal n stopped it: 130 after Ctrl-C.",
      "",
      "Example:",
      "  reprise opensearch load orders.ndjson --index orders --id orderId --journal orders.journal"
    })
public final class LoadCommand extends Subcommand {

  @Option(
      names = "--id",
      paramLabel = "FIELD",
      description =
          "Top-level field whose text or whole number is the id of a document. Default: the server "
              + "generates ids.")
  private @Nullable String idField;

  @Option(
      names = "--if-absent",
      description =
          "Store only documents whose id does not exist yet. An existing document stays unchanged, "
              + "and the line becomes a dead letter. Needed for data streams.")
  private boolean ifAbsent;

  @Mixin private LoadOptions load = new LoadOptions();
  @Mixin private IndexOptions options = new IndexOptions();

  /** Created by the parser of arguments. */
  public LoadCommand() {}

  @Override
  public Integer call() throws IOException {
    IndexOptions.Target target = options.parse(line());
    Documents documents = new Documents(idField, ifAbsent);
    return load.load(
        line(),
        target.send(),
        new Load.Target<>(
            target.place(),
            LineFormat.parsing(documents::parse, Documents.MAX_LINE_BYTES),
            DocumentLetters.of(target.name())),
        work -> send(work, target));
  }

  private int send(Load<BulkItem, BulkItem> work, IndexOptions.Target target) {
    Batch<BulkItem> batch = work.job().reporting(target.batch());
    BatchJournal journal = work.journal();
    if (journal != null) {
      batch =
          batch.journaledIn(
              journal.describing(journal.description() + "; writes to " + target.place()),
              BulkItem::fingerprint);
    }
    return work.job().print(line().getOut(), batch.run(work.items()), "stored", "");
  }
}
