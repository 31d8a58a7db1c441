package dev.reprise.cli.simulate;

import dev.reprise.cli.output.DistinctFiles;
import dev.reprise.cli.output.ErrorText;
import dev.reprise.cli.output.OutputFile;
import dev.reprise.cli.terminal.Interruption;
import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Sweep;
import dev.reprise.simulator.file.Names;
import dev.reprise.simulator.model.Metric;
import dev.reprise.simulator.output.Csv;
import dev.reprise.simulator.report.HtmlReport;
import dev.reprise.simulator.report.NamedFigure;
import dev.reprise.simulator.report.ObservedRun;
import dev.reprise.simulator.verdict.Verdict;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options for the output files and the metrics in them. */
final class OutputOptions {

  private static final String ALL = "all";

  @Option(
      names = "--metrics",
      split = ",",
      paramLabel = "NAME",
      description = "Metrics to print, as a,b,c or all.")
  private List<String> metrics = new ArrayList<>();

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description = "Write comma-separated values: a line for each policy at each point.")
  private @Nullable Path csv;

  @Option(names = "--json", paramLabel = "FILE", description = "Write JSON, each run in it.")
  private @Nullable Path json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write a page with tables and figures that needs nothing but itself.")
  private @Nullable Path html;

  @Option(
      names = "--png",
      paramLabel = "DIR",
      description = "Write the figures of that page as pictures into a folder.")
  private @Nullable Path png;

  /**
   * The metrics to print.
   *
   * @throws IllegalArgumentException if one is not known
   */
  List<Metric> metrics(Scenario scenario) {
    if (metrics.isEmpty()) {
      return scenario.defaultMetrics();
    }
    List<Metric> known = scenario.model().metrics();
    List<Metric> shown = new ArrayList<>();
    for (String name : metrics) {
      List<Metric> named =
          known.stream()
              .filter(each -> name.trim().equals(ALL) || each.name().equals(name.trim()))
              .filter(each -> !shown.contains(each))
              .toList();
      if (named.isEmpty()) {
        throw new IllegalArgumentException(
            Names.unknown("metric", name.trim(), known.stream().map(Metric::name).toList()));
      }
      shown.addAll(named);
    }
    return shown;
  }

  /**
   * Fails before the work is done, not after, where a file could not be written or would replace
   * another.
   *
   * @param scenario the file that the scenario was read from; null if it is built in
   */
  void check(CommandLine line, @Nullable Path scenario) {
    new DistinctFiles(line)
        .reads("FILE", scenario)
        .writes("--csv", csv)
        .writes("--json", json)
        .writes("--html", html)
        .writes("--png", png);
    checkFile(line, "--csv", csv);
    checkFile(line, "--json", json);
    checkFile(line, "--html", html);
    if (png != null && Files.exists(png) && !Files.isDirectory(png)) {
      throw new ParameterException(line, "--png must be a folder: " + png);
    }
  }

  private static void checkFile(CommandLine line, String option, @Nullable Path file) {
    if (file == null) {
      return;
    }
    Path folder = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file) || folder == null || !Files.isDirectory(folder)) {
      throw new ParameterException(line, option + " must be a file that can be written: " + file);
    }
  }

  /** Prints the results, and writes the files if they are complete; others are as they were. */
  void write(CommandLine line, Results results, List<Metric> shown) throws IOException {
    try {
      PrintWriter out = line.getOut();
      ResultText.of(results, shown).forEach(out::println);
      out.flush();
    } finally {
      // A reader of the text who has seen enough does not mean the files.
      if (results.complete()) {
        writeFiles(line, results, shown);
      } else {
        tellUnwritten(line.getErr());
      }
    }
  }

  private void writeFiles(CommandLine line, Results results, List<Metric> shown)
      throws IOException {
    if (csv != null) {
      OutputFile.write(csv, to -> writeCsv(results, shown, to));
    }
    if (json != null) {
      OutputFile.write(json, to -> ResultJson.write(results, to));
    }
    if (html != null || png != null) {
      writeReport(report(line, results));
    }
  }

  private static void writeCsv(Results results, List<Metric> shown, OutputStream to)
      throws IOException {
    Writer text = new BufferedWriter(new OutputStreamWriter(to, StandardCharsets.UTF_8));
    Csv.write(results, shown, text);
    text.flush();
  }

  private void tellUnwritten(PrintWriter messages) {
    List<String> files =
        Stream.of(csv, json, html, png)
            .filter(Objects::nonNull)
            .map(file -> ErrorText.line(file.toString()))
            .toList();
    String unwritten =
        files.isEmpty() ? "" : "; not written, since not all is there: " + String.join(", ", files);
    messages.println("reprise: stopped" + Interruption.by() + unwritten);
    messages.flush();
  }

  private void writeReport(HtmlReport report) throws IOException {
    if (html != null) {
      OutputFile.write(html, to -> to.write(report.html().getBytes(StandardCharsets.UTF_8)));
    }
    if (png != null) {
      Files.createDirectories(png);
      for (NamedFigure picture : report.pictures()) {
        byte[] image = Png.of(picture.figure());
        OutputFile.write(png.resolve(picture.name() + ".png"), to -> to.write(image));
      }
    }
  }

  private static HtmlReport report(CommandLine line, Results results) {
    Scenario watched = results.scenario();
    for (Sweep sweep : results.sweeps()) {
      watched = watched.with(sweep.parameter(), sweep.values().get(sweep.values().size() - 1));
    }
    return new HtmlReport(
        results,
        Verdict.sentences(results),
        ObservedRun.of(watched, results.baseSeed()),
        Usage.command(line));
  }
}
