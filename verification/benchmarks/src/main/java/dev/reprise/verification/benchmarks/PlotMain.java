package dev.reprise.verification.benchmarks;

import dev.reprise.simulator.plot.Axis;
import dev.reprise.simulator.plot.BarTable;
import dev.reprise.verification.benchmarks.figures.Figures;
import dev.reprise.verification.benchmarks.figures.Row;
import dev.reprise.verification.benchmarks.peers.Contender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Draws stored results: the cost of a call compared with the operation alone. */
public final class PlotMain {

  private static final List<String> DRAWN =
      List.of("first-try", "one-failure", "exhaustion", "stage-completed", "stage-later");
  private static final int OURS = 0;
  private static final int OTHERS = 6;

  private PlotMain() {}

  /**
   * Draws the chart.
   *
   * @param args {@code --from DIR}, by default the folder of results, and {@code --to FILE}
   * @throws IOException if the file cannot be written
   */
  public static void main(String[] args) throws IOException {
    List<String> remaining = new ArrayList<>(Arrays.asList(args));
    Path from = Figures.takeOption(remaining, "--from").map(Path::of).orElse(Figures.FOLDER);
    Path to = Path.of(Figures.takeOption(remaining, "--to").orElse("benchmarks.svg"));
    Files.writeString(to, plot(Figures.read(from)).document());
    System.err.println("Drawn to " + to);
  }

  /** Overhead and bytes of every contender, a group for each row that was measured. */
  static BarTable plot(Figures figures) {
    List<BarTable.Group> groups =
        Rows.all().stream()
            .filter(row -> DRAWN.contains(row.id()) && figures.rows().contains(row.id()))
            .map(row -> group(figures, row))
            .toList();
    return new BarTable(
        "Cost of a call compared with the operation alone",
        "Shorter is better. Best of many short iterations; both scales are logarithmic.",
        List.of(Axis.logarithmic("over the operation", "ns"), Axis.logarithmic("allocated", "B")),
        groups);
  }

  private static BarTable.Group group(Figures figures, Row row) {
    List<BarTable.Bar> bars =
        figures.contenders(row.id()).stream()
            .filter(contender -> !contender.equals(row.base()))
            .map(contender -> bar(figures, row, contender))
            .toList();
    return new BarTable.Group(row.title(), bars);
  }

  private static BarTable.Bar bar(Figures figures, Row row, String contender) {
    int style = contender.equals(Contender.REPRISE.title()) ? OURS : OTHERS;
    return new BarTable.Bar(
        contender,
        style,
        List.of(
            Math.max(0, row.over(figures, contender)), Math.rint(row.bytes(figures, contender))));
  }
}
