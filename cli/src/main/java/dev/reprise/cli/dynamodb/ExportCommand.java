package dev.reprise.cli.dynamodb;

import dev.reprise.cli.argument.Arguments;
import dev.reprise.cli.argument.FixedValues;
import dev.reprise.cli.argument.Subcommand;
import dev.reprise.cli.load.RunSummary;
import dev.reprise.cli.output.DistinctFiles;
import dev.reprise.cli.output.Durations;
import dev.reprise.cli.output.ErrorText;
import dev.reprise.cli.output.OutputLostException;
import dev.reprise.cli.terminal.DetachedWork;
import dev.reprise.cli.terminal.Interruption;
import dev.reprise.cli.terminal.StatusLine;
import dev.reprise.cli.terminal.StoppedException;
import dev.reprise.dynamodb.items.JsonForm;
import dev.reprise.dynamodb.scan.ScanCounts;
import dev.reprise.dynamodb.scan.ScanReport;
import dev.reprise.dynamodb.scan.SegmentReport;
import dev.reprise.dynamodb.scan.TableScan;
import dev.reprise.text.CountText;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** {@code reprise dynamodb export}: writes a table to a file. */
@Command(
    name = "export",
    description = "Write every item of a table to a file.",
    footer = {
      "",
      "Scans the table in segments, several in parallel. The file appears when it is complete; an "
          + "existing file stays unchanged until then. Items that are written to the table during "
          + "the export may or may not be included.",
      "",
      "The exit code is 0 if the whole table was written, 1 if not, 2 for invalid arguments, "
          + "128 + n if signal n stopped it: 130 after Ctrl-C.",
      "",
      "Example:",
      "  reprise dynamodb export --table orders --out orders.ndjson.gz \\",
      "      --capacity-share 0.5"
    })
public final class ExportCommand extends Subcommand {

  private static final int MAX_SEGMENTS = 1_000_000;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description =
          "Output for the items, compressed if the name ends in .gz or .zst; - for standard "
              + "output.")
  private String target = "";

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      completionCandidates = FixedValues.OfFormat.class,
      defaultValue = "plain",
      description =
          "plain (default): plain JSON, but DynamoDB JSON for items with sets or binary values; "
              + "dynamodb: DynamoDB JSON for all items.")
  private String format = "";

  @Option(
      names = "--segments",
      paramLabel = "NUMBER",
      defaultValue = "8",
      description = "Number of segments of the scan. Default: ${DEFAULT-VALUE}.")
  private int segments;

  @Option(
      names = "--consistent",
      description = "Use strongly consistent reads, which cost twice the capacity.")
  private boolean consistent;

  @Mixin private TransferOptions options = new TransferOptions();

  /** Created by the parser of arguments. */
  public ExportCommand() {}

  @Override
  public Integer call() throws IOException {
    CommandLine line = line();
    Transfer transfer = options.parse(line);
    JsonForm form = form(line);
    new DistinctFiles(line).writes("--out", target);
    Arguments.checkRange(line, "--segments", segments, 1, MAX_SEGMENTS);
    try (DynamoDbClient client = transfer.client();
        StatusLine status = StatusLine.on(line.getErr(), transfer.settings().send().progress());
        Interruption interruption = new Interruption()) {
      interruption.reportOnTimeout(status::last);
      TableScan scan = scan(transfer, client, status, interruption).segments(segments);
      return export(line, consistent ? scan.consistentReads() : scan, form, status, interruption);
    }
  }

  private TableScan scan(
      Transfer transfer, DynamoDbClient client, StatusLine status, Interruption interruption) {
    try {
      return DetachedWork.run(() -> transfer.scan(client));
    } catch (InterruptedException interrupt) {
      status.print(stopped(""));
      status.end(() -> Map.of("exitCode", interruption.exitCode()));
      throw new StoppedException(interruption.exitCode());
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

  private int export(
      CommandLine line, TableScan scan, JsonForm form, StatusLine status, Interruption interruption)
      throws IOException {
    try (ItemOutput output = ItemOutput.open(line, target, form)) {
      show(status, new ScanCounts(segments, 0, 0, 0, 0, 0, 0, 0, 0, Duration.ZERO));
      status.keepCurrent();
      ScanReport report = scan.onProgress(counts -> show(status, counts)).exportTo(output.items());
      if (report.complete()) {
        output.complete();
      }
      status.close();
      OutputLostException.rethrow(report.consumerFailure().orElse(null));
      PrintWriter out = target.equals(ItemOutput.STANDARD) ? status.results() : line.getOut();
      print(out, report.counts());
      if (!report.complete()) {
        printFailures(status, report, interruption.happened());
      }
      int exitCode = interruption.exitCode(report.complete() ? 0 : 1);
      status.end(
          () -> {
            Map<String, Object> figures = figures(report.counts(), report.counts().elapsed());
            figures.put("exitCode", exitCode);
            return figures;
          });
      return exitCode;
    }
  }

  private static void show(StatusLine status, ScanCounts counts) {
    long countedAt = System.nanoTime();
    Supplier<Duration> elapsed =
        () -> counts.elapsed().plusNanos(Math.max(0, System.nanoTime() - countedAt));
    status.at(-1, () -> text(counts, elapsed.get()), () -> figures(counts, elapsed.get()));
  }

  private static String text(ScanCounts counts, Duration elapsed) {
    double seconds = Math.max(1, elapsed.toMillis()) / 1_000.0;
    return String.format(
        Locale.ROOT,
        "  %d items, %d/s, throttled %d, segments %d of %d",
        counts.items(),
        Math.round(counts.items() / seconds),
        counts.throttled(),
        counts.segmentsDone(),
        counts.segments());
  }

  private static Map<String, Object> figures(ScanCounts counts, Duration elapsed) {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("items", counts.items());
    figures.put("segmentsDone", counts.segmentsDone());
    figures.put("segments", counts.segments());
    figures.put("requests", counts.requests());
    figures.put("throttledRequests", counts.throttled());
    figures.put("pages", counts.pages());
    figures.put("readUnits", counts.capacityUnits());
    figures.put("elapsedMillis", elapsed.toMillis());
    return figures;
  }

  private static void print(PrintWriter out, ScanCounts counts) {
    out.println(
        CountText.of(counts.items(), "item")
            + " read in "
            + Durations.format(counts.elapsed())
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
            + RunSummary.units(counts.capacityUnits()));
    out.flush();
  }

  private void printFailures(StatusLine status, ScanReport report, boolean stopped) {
    for (SegmentReport failed : report.failed()) {
      status.print(
          "reprise: segment "
              + failed.segment()
              + " failed"
              + (failed.failure() == null ? "" : ": " + ErrorText.of(failed.failure())));
    }
    String reason =
        report
            .consumerFailure()
            .filter(failure -> !stopped)
            .map(failure -> ": " + ErrorText.of(failure))
            .orElse("");
    status.print(stopped(reason));
  }

  private String stopped(String reason) {
    return "reprise: stopped"
        + Interruption.by()
        + reason
        + "; "
        + ErrorText.line(ItemOutput.incomplete(target));
  }
}
