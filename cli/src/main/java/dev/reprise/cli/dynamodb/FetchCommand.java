package dev.reprise.cli.dynamodb;

import dev.reprise.cli.output.DistinctFiles;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.dynamodb.deadletter.DeadLetterFile;
import dev.reprise.dynamodb.items.ItemWriter;
import dev.reprise.dynamodb.items.JsonForm;
import dev.reprise.dynamodb.read.KeyRead;
import dev.reprise.dynamodb.read.ReadReport;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** {@code reprise dynamodb fetch}: items of a table into a file. */
@Command(
    name = "fetch",
    description = "Read the items whose keys are the lines of a file.",
    footer = {
      "",
      "Each line of FILE is a key, or an item that contains it, in JSON as for load. The items are"
          + " written one a line, in the order in which the answers come: plain JSON, or DynamoDB"
          + " JSON for those that have sets or binaries. The files appear when each key was"
          + " answered or is in the dead letters; until then, files that are there stay as they"
          + " are.",
      "",
      "The exit code is 0 if the table answered for every line, be it that there is no such item; "
          + "1 if not, 2 for a mistake in the arguments, 128 + n if signal n stopped it: 130 "
          + "after Ctrl-C.",
      "",
      "Example:",
      "  reprise dynamodb fetch keys.ndjson --table orders --out orders.ndjson"
    })
public final class FetchCommand implements Callable<Integer> {

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description = "One key a line; - for standard input.")
  private String file = "";

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "Where the items go; - for standard output.")
  private String target = "";

  @Option(
      names = "--absent",
      paramLabel = "FILE",
      description =
          "Where the keys go for which the table has no item. By default they are counted.")
  private @Nullable String absent;

  @Option(
      names = "--consistent",
      description = "Read what was written last, for twice the capacity.")
  private boolean consistent;

  @Mixin private TableOptions table = new TableOptions();
  @Mixin private SendOptions send = new SendOptions();
  @Mixin private DeadLetterOptions letters = new DeadLetterOptions();

  private @Nullable CommandSpec spec;

  /** Made by the command line. */
  public FetchCommand() {}

  @Spec
  void setSpec(CommandSpec spec) {
    this.spec = spec;
  }

  @Override
  public Integer call() throws IOException {
    CommandLine line = Objects.requireNonNull(spec, "spec").commandLine();
    TableOptions.Place place = table.parse(line);
    SendOptions.Sending sending = send.parse(line);
    long maxDead = letters.maxDead(line);
    String name = Inputs.stem(List.of(file)) + DeadLetterOptions.OF_FETCH;
    DistinctFiles files = new DistinctFiles(line).reads("FILE", file);
    letters.addTo(files.writes("--out", target).writes("--absent", absent), name);
    DeadLetterFile dead = letters.open(line, name, table.table());
    try (Job<Inputs> job =
            Job.open(
                line,
                Job.Kind.PLAIN,
                bad -> Inputs.of(List.of(file), bad),
                dead,
                maxDead,
                sending.retry());
        DynamoDbClient client = table.client(line, place, sending.parallelism())) {
      DynamoDbBatch batch = table.batch(line, client, sending);
      return fetch(job, line, consistent ? batch.consistentReads() : batch);
    }
  }

  private int fetch(Job<Inputs> job, CommandLine line, DynamoDbBatch batch) throws IOException {
    try (ItemOutput items = ItemOutput.open(line, target, JsonForm.PLAIN);
        ItemOutput missing =
            absent == null ? null : ItemOutput.open(line, absent, JsonForm.PLAIN)) {
      ItemWriter absentKeys = missing == null ? null : missing.items();
      ReadReport report =
          job.reading(batch)
              .get(
                  job.lines(),
                  job.stoppingOnFailure(read -> write(read, items.items(), absentKeys)));
      boolean complete = job.accountsForAll(report.batch());
      if (complete) {
        items.complete();
        if (missing != null) {
          missing.complete();
        }
      }
      boolean discarded = !complete && job.discardLettersIfStopped();
      boolean printed = target.equals(ItemOutput.STANDARD);
      int code = job.print(printed ? line.getErr() : line.getOut(), report);
      if (!complete) {
        String files = printed ? "standard output is not all" : target + " was not written";
        job.say(files + (absent == null ? "" : ", nor was " + absent) + again(job, discarded));
      }
      return code;
    }
  }

  /** The step that is needed before the same command can run again. */
  private static String again(Job<?> job, boolean discarded) {
    if (discarded) {
      return "; the same command starts again";
    }
    return job.letters() == 0 ? "" : "; move the dead letters away before it is run again";
  }

  private static void write(KeyRead read, ItemWriter items, @Nullable ItemWriter missing) {
    if (read.item().isPresent()) {
      items.write(read.item().get());
    } else if (missing != null) {
      missing.write(read.key());
    }
  }
}
