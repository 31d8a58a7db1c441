package dev.reprise.cli.dynamodb;

import dev.reprise.batch.BatchListener;
import dev.reprise.cli.PolicyArgument;
import dev.reprise.cli.terminal.Interruption;
import dev.reprise.cli.terminal.Progress;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.dynamodb.ItemWrite;
import dev.reprise.dynamodb.WriteReport;
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

/** {@code reprise dynamodb load}: a file into a table. */
@Command(
    name = "load",
    description = "Put every line of a file into a table as an item.",
    footer = {
      "",
      "Each line is an item, a JSON object: plain, or in DynamoDB JSON, which alone has sets and "
          + "binaries. The file is streamed. Of two lines with the same key the later one stays.",
      "",
      "The exit code is 0 if every line arrived, 1 if not, 2 for a mistake in the arguments, 130 "
          + "after Ctrl-C.",
      "",
      "Example:",
      "  reprise dynamodb load orders.ndjson --table orders --region eu-central-1"
    })
public final class LoadCommand implements Callable<Integer> {

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description = "One item a line; - for standard input.")
  private String file = "";

  @Option(
      names = "--create",
      paramLabel = "KEY[,SORT]",
      description =
          "Make the table first if it is not there, paid by request, with these key attributes: "
              + "strings, unless :N or :B is appended.")
  private @Nullable String create;

  @Mixin private TableOptions options = new TableOptions();

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
    TableOptions.Target target = options.parse(line);
    List<KeyAttribute> keys =
        create == null
            ? List.of()
            : PolicyArgument.parse(line, "--create", create, KeyAttribute::parseAll);
    try (Job job = Job.open(line, file, options);
        DynamoDbClient client = options.client(line, target);
        Interruption interruption = new Interruption()) {
      if (!keys.isEmpty()) {
        Tables.createOnDemand(client, options.table(), keys);
      }
      WriteReport report = load(job, line, client, target);
      return job.tell(line.getOut(), report.batch(), "written", interruption.happened());
    }
  }

  private WriteReport load(
      Job job, CommandLine line, DynamoDbClient client, TableOptions.Target target) {
    JsonLines lines = job.lines();
    DynamoDbBatch batch = options.batch(line, client, target);
    try (Progress progress = job.progress("loading")) {
      return batch
          .onProgress(counts -> progress.at(lines.bytes()))
          .onFailedWrite(
              failed ->
                  job.letters()
                      .failed(lines.lineOf(failed.position()), failed, failed.item().attributes()))
          .withWriteListener(
              new BatchListener<>() {
                @Override
                public void itemNotAttempted(ItemWrite write) {
                  job.letters().notAttempted(write.attributes());
                }
              })
          .put(() -> lines);
    }
  }
}
