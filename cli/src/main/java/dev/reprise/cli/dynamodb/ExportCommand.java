package dev.reprise.cli.dynamodb;

import dev.reprise.cli.Times;
import dev.reprise.cli.output.DistinctFiles;
import dev.reprise.cli.output.ErrorText;
import dev.reprise.cli.output.OutputLostException;
import dev.reprise.cli.terminal.Interruption;
import dev.reprise.cli.terminal.StatusLine;
import dev.reprise.dynamodb.items.JsonForm;
import dev.reprise.dynamodb.scan.ScanCounts;
import dev.reprise.dynamodb.scan.ScanReport;
import dev.reprise.dynamodb.scan.SegmentReport;
import dev.reprise.dynamodb.scan.TableScan;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** {@code reprise dynamodb export}: a table into a file. */
@Command(
    name = "export",
    description = "Write every item of a table to a file.",
    footer = {
      "",
      "Scans the table in segments, several at a time. The file appears when it is complete; one "
          + "that is there already stays as it is until then. Items that are written to the table "
          + "meanwhile may be missing or not.",
      "",
      "The exit code is 0 if the whole table was written, 1 if not, 2 for a mistake in the "
          + "arguments, 128 + n if signal n stopped it: 130 after Ctrl-C.",
      "",
      "Example:",
      "  reprise dynamodb export --table orders --out orders.ndjson.gz \\",
      "      --capacity-share 0.5"
    })
public final class ExportCommand implements Callable<Integer> {

  private static final int MOST_SEGMENTS = 1_000_000;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description =
          "Where the items go, compressed if it ends in .gz or .zst; - for standard output.")
  private String target = "";

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "plain",
      description =
          "plain, the default: plain JSON, but DynamoDB JSON for items that have sets or binaries; "
              + "dynamodb: DynamoDB JSON throughout.")
  private String format = "";

  @Option(
      names = "--segments",
      paramLabel = "NUMBER",
      defaultValue = "8",
      description = "Into how many parts the table is divided. Default ${DEFAULT-VALUE}.")
  private int segments;

  @Option(
      names = "--consistent",
      description = "Read what was written last, for twice the capacity.")
  private boolean consistent;

  @Mixin private TableOptions table = new TableOptions();
  @Mixin private SendOptions send = new SendOptions();

  private @Nullable CommandSpec spec;

  /** Made by the command line. */
  public ExportCommand() {}

  @Spec
  void setSpec(CommandSpec spec) {
    this.spec = spec;
  }

  @Override
  public Integer call() throws IOException {
    CommandLine line = Objects.requireNonNull(spec, "spec").commandLine();
    TableOptions.Place place = table.parse(line);
    SendOptions.Sending sending = send.parse(line);
    JsonForm form = form(line);
    new DistinctFiles(line).writes("--out", target);
    ArgumentChecks.check(line, "--segments", segments, 1, MOST_SEGMENTS);
    try (DynamoDbClient client = table.client(line, place, sending.parallelism())) {
      TableScan scan = table.scan(line, client, sending).segments(segments);
      return export(line, consistent ? scan.consistentReads() : scan, form);
    }
  }

  private JsonForm form(CommandLine line) {
    return switch (format) {
      case "plain" -> JsonForm.PLAIN;
      case "dynamodb" -> JsonForm.DYNAMODB;
      default ->
          throw new ParameterException(
              line, "--format must be plain or dynamodb, but was " + format);
    };
  }

  private int export(CommandLine line, TableScan scan, JsonForm form) throws IOException {
    try (StatusLine status = StatusLine.on(line.getErr());
        Interruption interruption = new Interruption();
        ItemOutput output = ItemOutput.open(line, target, form)) {
      interruption.account(status::last);
      ScanReport report =
          scan.onProgress(counts -> status.at(-1, () -> status(counts))).exportTo(output.items());
      if (report.complete()) {
        output.complete();
      }
      status.remove();
      OutputLostException.rethrow(report.consumerFailure().orElse(null));
      PrintWriter out = target.equals(ItemOutput.STANDARD) ? line.getErr() : line.getOut();
      print(out, report.counts());
      if (!report.complete()) {
        tellTroubles(status, report, interruption.happened());
      }
      return interruption.happened() ? interruption.exitCode() : report.complete() ? 0 : 1;
    }
  }

  private static String status(ScanCounts counts) {
    double seconds = Math.max(1, counts.elapsed().toMillis()) / 1_000.0;
    return String.format(
        Locale.ROOT,
        "  %d items, %d/s, throttled %d, segments %d of %d",
        counts.items(),
        Math.round(counts.items() / seconds),
        counts.throttled(),
        counts.segmentsDone(),
        counts.segments());
  }

  private static void print(PrintWriter out, ScanCounts counts) {
    out.println(
        counts.items()
            + " items read in "
            + Times.format(counts.elapsed())
            + "; segments "
            + counts.segmentsDone()
            + " of "
            + counts.segments());
    out.println(
        "requests "
            + counts.requests()
            + ", throttled "
            + counts.throttled()
            + ", pages "
            + counts.pages()
            + ", read units "
            + Summary.units(counts.capacityUnits()));
    out.flush();
  }

  private void tellTroubles(StatusLine status, ScanReport report, boolean stopped) {
    for (SegmentReport failed : report.failed()) {
      status.say(
          "reprise: segment "
              + failed.segment()
              + " was given up"
              + (failed.failure() == null ? "" : ": " + ErrorText.of(failed.failure())));
    }
    String why =
        report
            .consumerFailure()
            .filter(failure -> !stopped)
            .map(failure -> ": " + ErrorText.of(failure))
            .orElse("");
    String file = target.equals(ItemOutput.STANDARD) ? "standard output is not all" : name();
    status.say("reprise: stopped" + Interruption.by() + why + "; " + file);
  }

  private String name() {
    return ErrorText.line(target) + " was not written";
  }
}
