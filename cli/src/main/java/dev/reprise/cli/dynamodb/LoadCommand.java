package dev.reprise.cli.dynamodb;

import dev.reprise.batch.journal.SyncPolicy;
import dev.reprise.cli.PolicyArgument;
import dev.reprise.cli.output.DistinctFiles;
import dev.reprise.cli.output.ErrorText;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.dynamodb.deadletter.DeadLetterFile;
import dev.reprise.dynamodb.write.ItemWrite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
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

/** {@code reprise dynamodb load}: files into a table. */
@Command(
    name = "load",
    description = "Put every line of some files into a table as an item.",
    footer = {
      "",
      "Each line is an item, a JSON object: plain, or in DynamoDB JSON, which alone has sets and "
          + "binaries, or as an export to S3 has it. Files may be compressed by gzip or zstd. They "
          + "are streamed, one after the other. Of two lines with one key the later stays.",
      "",
      "With --journal, the same command can be given again after whatever ended it, SIGKILL "
          + "included, and sends only what is not known to be done. What was dead is tried again; "
          + "the dead letters of the run before are kept under a name of their own.",
      "",
      "The exit code is 0 if every line arrived, 1 if not, 2 for a mistake in the arguments, 128 +"
          + " n if signal n stopped it: 130 after Ctrl-C.",
      "",
      "Example:",
      "  reprise dynamodb load orders.ndjson --table orders --region eu-central-1",
      "  reprise dynamodb load items.ndjson.gz --table items --journal items.journal"
    })
public final class LoadCommand implements Callable<Integer> {

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "One item a line; - for standard input.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = "--create",
      paramLabel = "KEY[,SORT]",
      description =
          "Make the table first if it is not there, paid by request, with these key attributes: "
              + "strings, unless :N or :B is appended.")
  private @Nullable String create;

  @Option(
      names = "--if-absent",
      description = "Put only what is not there yet. What is there stays, and its line is dead.")
  private boolean ifAbsent;

  @Mixin private JournalOptions journal = new JournalOptions();
  @Mixin private TableOptions table = new TableOptions();
  @Mixin private SendOptions send = new SendOptions();
  @Mixin private DeadLetterOptions letters = new DeadLetterOptions();

  private @Nullable CommandSpec spec;

  /** Made by the command line. */
  public LoadCommand() {}

  @Spec
  void setSpec(CommandSpec spec) {
    this.spec = spec;
  }

  @Override
  public Integer call() throws IOException {
    CommandLine line = Objects.requireNonNull(spec, "spec").commandLine();
    TableOptions.Place place = table.parse(line);
    SendOptions.Sending sending = send.parse(line);
    List<KeyAttribute> keys =
        create == null
            ? List.of()
            : PolicyArgument.parse(line, "--create", create, KeyAttribute::parseAll);
    String name = Inputs.stem(files) + DeadLetterOptions.ENDING;
    checkFiles(line, name);
    SyncPolicy sync = journal.parse(line);
    long maxDead = letters.maxDead(line);
    DeadLetterFile dead =
        journal.isBegun()
            ? letters.reopen(name, table.table())
            : letters.open(line, name, table.table());
    try (Job<Inputs> job =
            Job.open(
                line,
                journal.isGiven() ? Job.Kind.JOURNALED : Job.Kind.PLAIN,
                bad -> Inputs.of(files, bad),
                dead,
                maxDead,
                sending.retry());
        DynamoDbClient client = table.client(line, place, sending.parallelism())) {
      if (!keys.isEmpty()) {
        Tables.createOnDemand(client, sending.asking(), table.table(), keys);
      }
      DynamoDbBatch batch = job.writing(table.batch(line, client, sending));
      String description = Inputs.describe(files);
      batch = journal.apply(batch, sync, description);
      return job.print(line.getOut(), batch.write(writes(job, name)));
    }
  }

  private void checkFiles(CommandLine line, String lettersByDefault) {
    DistinctFiles named = new DistinctFiles(line);
    files.forEach(file -> named.reads("FILE", file));
    journal.addTo(named);
    letters.addTo(named, lettersByDefault);
  }

  /** The first is asked for once the journal is ours: what a refused load leaves is untouched. */
  private Iterator<ItemWrite> writes(Job<Inputs> job, String lettersByDefault) {
    Inputs items = job.lines();
    return new Iterator<>() {
      private boolean begun;

      @Override
      public boolean hasNext() {
        if (!begun) {
          begun = true;
          begin(job, lettersByDefault);
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

  private void begin(Job<Inputs> job, String lettersByDefault) {
    journal.tellBegun(job::say);
    try {
      Path kept = journal.isBegun() ? letters.keepEarlier(lettersByDefault) : null;
      if (kept != null) {
        job.say("the dead letters of the run before are in " + kept);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(
          "cannot keep the dead letters of the run before: " + ErrorText.of(failure), failure);
    }
  }
}
