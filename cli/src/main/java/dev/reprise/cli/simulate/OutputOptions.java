package dev.reprise.cli.simulate;

import dev.reprise.simulator.experiment.Results;
import dev.reprise.simulator.experiment.Scenario;
import dev.reprise.simulator.experiment.Sweep;
import dev.reprise.simulator.file.Names;
import dev.reprise.simulator.model.Metric;
import dev.reprise.simulator.output.Csv;
import dev.reprise.simulator.output.Layout;
import dev.reprise.simulator.report.HtmlReport;
import dev.reprise.simulator.report.Picture;
import dev.reprise.simulator.report.Watched;
import dev.reprise.simulator.verdict.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Where results go, and which of them. */
final class OutputOptions {

  private static final String ALL = "all";

  @Option(
      names = "--metrics",
      split = ",",
      paramLabel = "NAME",
      description = "Which metrics to tell, as a,b,c or all.")
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
   * Which metrics are told.
   *
   * @throws IllegalArgumentException if one is not known
   */
  List<Metric> metrics(Scenario scenario) {
    if (metrics.isEmpty()) {
      return Layout.metrics(scenario);
    }
    List<Metric> known = scenario.model().metrics();
    List<Metric> told = new ArrayList<>();
    for (String name : metrics) {
      List<Metric> named =
          known.stream()
              .filter(each -> name.trim().equals(ALL) || each.name().equals(name.trim()))
              .filter(each -> !told.contains(each))
              .toList();
      if (named.isEmpty()) {
        throw new IllegalArgumentException(
            Names.unknown("metric", name.trim(), known.stream().map(Metric::name).toList()));
      }
      told.addAll(named);
    }
    return told;
  }

  /** Fails before the work is done, not after, where a file could not be written. */
  void check(CommandLine line) {
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

  void write(CommandLine line, Results results, List<Metric> told) throws IOException {
    PrintWriter out = line.getOut();
    ResultText.of(results, told).forEach(out::println);
    if (csv != null) {
      try (Writer to = Files.newBufferedWriter(csv)) {
        Csv.write(results, told, to);
      }
    }
    if (json != null) {
      ResultJson.write(results, json);
    }
    if (html != null || png != null) {
      writeReport(report(line, results));
    }
    out.flush();
  }

  private void writeReport(HtmlReport report) throws IOException {
    if (html != null) {
      Files.writeString(html, report.html());
    }
    if (png != null) {
      Files.createDirectories(png);
      for (Picture picture : report.pictures()) {
        Files.write(png.resolve(picture.name() + ".png"), Png.of(picture.figure()));
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
        Watched.of(watched, results.baseSeed()),
        Usage.command(line));
  }
}
