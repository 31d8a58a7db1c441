package dev.reprise.cli.dynamodb;

import dev.reprise.cli.argument.Subcommand;
import dev.reprise.cli.load.DeadLetterOptions;
import dev.reprise.cli.load.ItemFiles;
import dev.reprise.cli.load.Job;
import dev.reprise.cli.output.DistinctFiles;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.dynamodb.items.ItemWriter;
import dev.reprise.dynamodb.items.JsonForm;
import dev.reprise.dynamodb.read.KeyRead;
import dev.reprise.dynamodb.read.ReadReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** {@code reprise dynamodb fetch}: reads items of a table into a file. */
@Command(
    name = "fetch",
    description = "Read the items whose keys are the lines of a file.",
    footer = {
      "",
      "Each line of FILE is a key, or an item that contains it, in JSON as for load. Items are "
          + "written one per line, in the order of the responses: plain JSON, or DynamoDB JSON "
          + "for items that have sets or binary values. The output files appear once every key has "
          + "a response or a dead letter; until then, existing files stay unchanged.",
      "",
      "The exit code is 0 if the table responded for every line, including keys without an item; "
          + "1 if not, 2 for invalid arguments, 128 + n if signal n stopped it: 130 after Ctrl-C.",
      "",
      "Example:",
      "  reprise dynamodb fetch keys.ndjson --table orders --out orders.ndjson"
    })
public final class FetchCommand extends Subcommand {

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description = "Input with one key per line; - for standard input.")
  private String file = "";

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "Output for the items; - for standard output.")
  private String target = "";

  @Option(
      names = "--absent",
      paramLabel = "FILE",
      description = "Output for keys without an item. Default: they are only counted.")
  private @Nullable String absent;

  @Option(
      names = "--consistent",
      description = "Use strongly consistent reads, which cost twice the capacity.")
  private boolean consistent;

  @Mixin private TransferOptions options = new TransferOptions();
  @Mixin private DeadLetterOptions deadLetters = new DeadLetterOptions();

  private static final String LOOKED_UP = "looked up";

  /** Created by the parser of arguments. */
  public FetchCommand() {}

  @Override
  public Integer call() throws IOException {
    CommandLine line = line();
    Transfer transfer = options.parse(line);
    String letters = ItemFiles.stem(List.of(file)) + DeadLetterOptions.FETCH_SUFFIX;
    DistinctFiles files = new DistinctFiles(line).reads("FILE", file);
    deadLetters.addTo(files.writes("--out", target).writes("--absent", absent), letters);
    try (Job<ItemFiles<Map<String, AttributeValue>>, KeyRead> job =
            Job.open(
                line,
                Job.Kind.PLAIN,
                bad -> ItemFiles.of(List.of(file), new TableLines(), bad),
                deadLetters.create(line, letters, TableLetters.ofReads(transfer.table())),
                transfer.settings().send());
        DynamoDbClient client = transfer.client()) {
      DynamoDbBatch batch =
          job.prepare(results(line, job), LOOKED_UP, () -> transfer.reads(client));
      return fetch(job, line, consistent ? batch.consistentReads() : batch);
    }
  }

  /** The output of the results, which is not that of the items. */
  private PrintWriter results(CommandLine line, Job<?, ?> job) {
    return target.equals(ItemOutput.STANDARD) ? job.results() : line.getOut();
  }

  private int fetch(
      Job<ItemFiles<Map<String, AttributeValue>>, KeyRead> job,
      CommandLine line,
      DynamoDbBatch batch)
      throws IOException {
    try (ItemOutput items = ItemOutput.open(line, target, JsonForm.PLAIN);
        ItemOutput missing =
            absent == null ? null : ItemOutput.open(line, absent, JsonForm.PLAIN)) {
      ItemWriter absentKeys = missing == null ? null : missing.items();
      ReadReport report =
          reading(job, batch)
              .get(
                  job.input(),
                  job.stoppingOnFailure(read -> write(read, items.items(), absentKeys)));
      boolean complete = job.accountsForAll(report.batch());
      if (complete) {
        items.complete();
        if (missing != null) {
          missing.complete();
        }
      }
      boolean discarded = !complete && job.discardLettersWithOutput(report.batch());
      int code = print(job, results(line, job), report);
      if (!complete) {
        job.print(
            ItemOutput.incomplete(target)
                + (absent == null ? "" : ", " + ItemOutput.incomplete(absent))
                + nextStep(job, discarded));
      }
      return code;
    }
  }

  private static DynamoDbBatch reading(Job<?, KeyRead> job, DynamoDbBatch batch) {
    job.begin();
    return batch.onProgress(job::show).onDeadRead(job::dead).withReadListener(job.listener());
  }

  private static int print(Job<?, KeyRead> job, PrintWriter out, ReadReport report) {
    String usage = Transfer.usage("read", report.usage());
    int code = job.print(out, report.batch(), LOOKED_UP, usage);
    out.println(report.found() + " found, " + report.absent() + " absent");
    out.flush();
    return code;
  }

  /** The step that is needed before the same command can run again. */
  private static String nextStep(Job<?, ?> job, boolean discarded) {
    if (discarded) {
      return "; run the same command to start again";
    }
    return job.deadLetters() == 0 ? "" : "; move the dead letters before you run it again";
  }

  private static void write(KeyRead read, ItemWriter items, @Nullable ItemWriter missing) {
    if (read.item().isPresent()) {
      items.write(read.item().get());
    } else if (missing != null) {
      missing.write(read.key());
    }
  }
}
