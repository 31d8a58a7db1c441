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
      hideParamSyntax = true,
      paramLabel = "NAME",
      description = "Metrics to print, separated by commas, or all.")
  private List<String> metrics = new ArrayList<>();

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description = "Write comma-separated values, one line for each policy at each point.")
  private @Nullable Path csv;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write JSON that includes every run.")
  private @Nullable Path json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write a self-contained HTML page with tables and figures.")
  private @Nullable Path html;

  @Option(
      names = "--png",
      paramLabel = "DIR",
      description = "Write the figures of the HTML page as PNG files into a directory.")
  private @Nullable Path png;

  /**
   * The metrics to print.
   *
   * @throws IllegalArgumentException if a metric is unknown
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
   * Checks, before the simulation, that all files can be written and are different.
   *
   * @param scenario file of the scenario; null for a built-in one
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
      throw new ParameterException(line, "--png must be a directory, but was " + png);
    }
  }

  static void checkFile(CommandLine line, String option, @Nullable Path file) {
    if (file == null) {
      return;
    }
    Path directory = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file) || directory == null || !Files.isDirectory(directory)) {
      throw new ParameterException(
          line, option + " must be a file that can be written, but was " + file);
    }
  }

  /** Prints the results. Writes the files only if the results are complete. */
  void write(CommandLine line, Results results, List<Metric> shown) throws IOException {
    try {
      PrintWriter out = line.getOut();
      ResultText.of(results, shown).forEach(out::println);
      out.flush();
    } finally {
      // The files are written even if standard output is a closed pipe.
      if (results.complete()) {
        writeFiles(line, results, shown);
      } else {
        Interruption.printStopped(line.getErr(), unwritten());
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

  private String unwritten() {
    List<String> files =
        Stream.of(csv, json, html, png)
            .filter(Objects::nonNull)
            .map(file -> ErrorText.line(file.toString()))
            .toList();
    return files.isEmpty()
        ? ""
        : "; not written, since the results are incomplete: " + String.join(", ", files);
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
    Scenario observed = results.scenario();
    for (Sweep sweep : results.sweeps()) {
      observed = observed.with(sweep.parameter(), sweep.values().get(sweep.values().size() - 1));
    }
    return new HtmlReport(
        results,
        Verdict.sentences(results),
        ObservedRun.of(observed, results.baseSeed()),
        ScenarioHelp.command(line));
  }
}
