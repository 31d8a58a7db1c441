package dev.reprise.cli.dynamodb;

import dev.reprise.cli.output.DistinctFiles;
import dev.reprise.cli.output.ErrorText;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.dynamodb.deadletter.DeadLetterFile;
import dev.reprise.dynamodb.write.ItemWrite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** {@code reprise dynamodb replay}: dead letters, sent again. */
@Command(
    name = "replay",
    description = "Send the dead letters of a load again.",
    footer = {
      "",
      "Puts, deletes and conditional puts are sent as they were. A letter that holds no write, as "
          + "of a line that was not an item, is reported and left where it is. "
          + "FILE is not changed; what is "
          + "dead again goes to a file of its own.",
      "",
      "The exit code is 0 if every letter was written, 1 if not, 2 for a mistake in the arguments, "
          + "128 + n if signal n stopped it: 130 after Ctrl-C.",
      "",
      "Example:",
      "  reprise dynamodb replay orders.ndjson.dead.ndjson --table orders"
    })
public final class ReplayCommand implements Callable<Integer> {

  private static final Pattern OF_DEAD = Pattern.compile("(.*\\.dead)(?:-(\\d{1,6}))?\\.ndjson");

  @Parameters(index = "0", paramLabel = "FILE", description = "A file of dead letters.")
  private String file = "";

  @Option(
      names = "--other-table",
      description = "Send them to the table even if they were meant for another.")
  private boolean otherTable;

  @Option(
      names = "--if-absent",
      description =
          "Put only what is not there by now, so that no newer item is overwritten. Deletes and "
              + "puts that have a condition are sent as they were.")
  private boolean ifAbsent;

  @Mixin private TableOptions table = new TableOptions();
  @Mixin private SendOptions send = new SendOptions();
  @Mixin private DeadLetterOptions letters = new DeadLetterOptions();

  private @Nullable CommandSpec spec;

  /** Made by the command line. */
  public ReplayCommand() {}

  @Spec
  void setSpec(CommandSpec spec) {
    this.spec = spec;
  }

  @Override
  public Integer call() throws IOException {
    CommandLine line = Objects.requireNonNull(spec, "spec").commandLine();
    TableOptions.Place place = table.parse(line);
    SendOptions.Sending sending = send.parse(line);
    letters.addTo(new DistinctFiles(line).reads("FILE", Path.of(file)), nextAfter(file));
    if (!otherTable) {
      refuseOtherTables(line);
    }
    long maxDead = letters.maxDead(line);
    DeadLetterFile dead = letters.open(line, nextAfter(file), table.table());
    try (Job<Replayed> job =
            Job.open(
                line,
                Job.Kind.REPLAY,
                bad -> Replayed.open(Path.of(file), bad),
                dead,
                maxDead,
                sending.retry());
        DynamoDbClient client = table.client(line, place, sending.parallelism())) {
      DynamoDbBatch batch = job.writing(table.batch(line, client, sending));
      return job.print(line.getOut(), batch.write(writes(job.lines())));
    }
  }

  private Iterator<ItemWrite> writes(Replayed letters) {
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

  private void refuseOtherTables(CommandLine line) {
    try {
      Collection<String> others = Replayed.otherTables(Path.of(file), table.table());
      if (!others.isEmpty()) {
        throw new ParameterException(
            line,
            "--table is "
                + table.table()
                + ", but letters of "
                + file
                + " were meant for "
                + String.join(", ", others)
                + ": name that, or add --other-table");
      }
    } catch (IOException | UncheckedIOException failure) {
      throw new ParameterException(
          line, "cannot read " + file + ": " + ErrorText.of(failure), failure);
    }
  }

  /** Beside {@code x.dead.ndjson} it is {@code x.dead-2.ndjson}, then {@code x.dead-3.ndjson}. */
  static String nextAfter(String file) {
    Matcher ofDead = OF_DEAD.matcher(file);
    if (!ofDead.matches()) {
      return file + DeadLetterOptions.ENDING;
    }
    int number = ofDead.group(2) == null ? 1 : Integer.parseInt(ofDead.group(2));
    return ofDead.group(1) + "-" + (number + 1) + ".ndjson";
  }
}
