package dev.reprise.cli.dynamodb;

import dev.reprise.batch.BatchListener;
import dev.reprise.cli.terminal.Interruption;
import dev.reprise.cli.terminal.Progress;
import dev.reprise.dynamodb.DynamoDbBatch;
import dev.reprise.dynamodb.KeyRead;
import dev.reprise.dynamodb.ReadReport;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
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
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** {@code reprise dynamodb fetch}: items of a table into a file. */
@Command(
    name = "fetch",
    description = "Read the items whose keys are the lines of a file.",
    footer = {
      "",
      "Each line of FILE is a key, or an item that contains it, in JSON as for load. The items are "
          + "written one a line, in the order in which the answers come: plain JSON, or DynamoDB "
          + "JSON for those that have sets or binaries.",
      "",
      "The exit code is 0 if the table answered for every line, be it that there is no such item; 1 "
          + "if not, 2 for a mistake in the arguments, 130 after Ctrl-C.",
      "",
      "Example:",
      "  reprise dynamodb fetch keys.ndjson --table orders --out orders.ndjson"
    })
public final class FetchCommand implements Callable<Integer> {

  private static final String STANDARD_OUTPUT = "-";

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

  @Mixin private TableOptions options = new TableOptions();

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
    TableOptions.Target where = options.parse(line);
    try (Job job = Job.open(line, file, options);
        DynamoDbClient client = options.client(line, where)) {
      DynamoDbBatch batch = options.batch(line, client, where);
      return fetch(job, line, consistent ? batch.consistentReads() : batch);
    }
  }

  private int fetch(Job job, CommandLine line, DynamoDbBatch batch) throws IOException {
    boolean standard = target.equals(STANDARD_OUTPUT);
    try (Writer items = standard ? standardOutput() : writer(line, target);
        Writer missing = absent == null ? Writer.nullWriter() : writer(line, absent);
        Interruption interruption = new Interruption()) {
      ReadReport report =
          fetch(
              job,
              batch,
              read ->
                  read.item()
                      .ifPresentOrElse(
                          item -> write(items, item), () -> write(missing, read.key())));
      items.flush();
      PrintWriter out = standard ? line.getErr() : line.getOut();
      int code = job.tell(out, report.batch(), "answered", interruption.happened());
      out.println(report.found() + " found, " + report.absent() + " absent");
      out.flush();
      return code;
    }
  }

  private static ReadReport fetch(Job job, DynamoDbBatch batch, Consumer<KeyRead> consumer) {
    JsonLines lines = job.lines();
    try (Progress progress = job.progress("fetching")) {
      return batch
          .onProgress(counts -> progress.at(lines.bytes()))
          .onFailedRead(
              failed ->
                  job.letters()
                      .failed(lines.lineOf(failed.position()), failed, failed.item().key()))
          .withReadListener(
              new BatchListener<>() {
                @Override
                public void itemNotAttempted(KeyRead read) {
                  job.letters().notAttempted(read.key());
                }
              })
          .get(lines, consumer);
    }
  }

  private static void write(Writer to, Map<String, AttributeValue> item) {
    try {
      to.write(ItemJson.line(item));
      to.write('\n');
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static Writer standardOutput() {
    return new OutputStreamWriter(System.out, StandardCharsets.UTF_8) {
      @Override
      public void close() throws IOException {
        flush();
      }
    };
  }

  private static Writer writer(CommandLine line, String file) {
    try {
      return Files.newBufferedWriter(Path.of(file));
    } catch (IOException failure) {
      throw new ParameterException(line, "cannot write " + file + ": " + failure, failure);
    }
  }
}
