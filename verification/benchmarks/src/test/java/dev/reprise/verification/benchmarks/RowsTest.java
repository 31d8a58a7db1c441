package dev.reprise.verification.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.simulator.plot.BarTable;
import dev.reprise.verification.benchmarks.figures.Figures;
import dev.reprise.verification.benchmarks.figures.Measurement;
import dev.reprise.verification.benchmarks.figures.Row;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

class RowsTest {

  /** The benchmarks that JMH finds in this module. */
  private static List<String> generated() {
    return BenchmarkList.defaultList()
        .getAll(OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT), List.of())
        .stream()
        .map(BenchmarkListEntry::getUsername)
        .toList();
  }

  @Test
  void every_row_has_benchmarks_and_every_benchmark_belongs_to_one_row() {
    List<String> patterns =
        Rows.all().stream().flatMap(row -> JmhResults.benchmarks(row.id()).stream()).toList();
    assertThat(Rows.all())
        .allSatisfy(row -> assertThat(JmhResults.benchmarks(row.id())).isNotEmpty());
    assertThat(patterns).doesNotHaveDuplicates();
    assertThat(generated())
        .hasSameSizeAs(patterns)
        .allSatisfy(
            name ->
                assertThat(patterns).anyMatch(part -> Pattern.compile(part).matcher(name).find()));
  }

  @Test
  void ids_are_distinct_names_of_files() {
    assertThat(Rows.all())
        .extracting(Row::id)
        .doesNotHaveDuplicates()
        .allMatch(id -> id.matches("[a-z0-9-]+"));
  }

  @Test
  void every_row_has_a_target_and_none_is_met_without_figures() {
    Figures none = new Figures();
    assertThat(Rows.all())
        .allSatisfy(
            row ->
                assertThat(row.targets())
                    .isNotEmpty()
                    .allMatch(target -> Double.isNaN(target.measure().applyAsDouble(none))));
  }

  @Test
  void the_quick_run_measures_rows_with_gated_targets() {
    List<String> quick = Pass.quick().stream().flatMap(pass -> pass.rows().stream()).toList();
    assertThat(Rows.all()).extracting(Row::id).containsAll(quick);
    assertThat(Rows.all())
        .filteredOn(row -> quick.contains(row.id()))
        .flatExtracting(Row::targets)
        .filteredOn(target -> target.gated())
        .hasSizeGreaterThan(5);
  }

  @Test
  void an_unknown_row_is_refused() {
    assertThatThrownBy(() -> Pass.full(List.of("first-tri")))
        .hasMessageStartingWith("no row is named first-tri; there are [first-try, ");
  }

  @Test
  void the_plot_has_a_bar_for_every_contender_except_the_base() {
    Figures figures = new Figures();
    for (String contender : List.of("bare call", "Reprise", "Failsafe 3.3.2")) {
      figures.add("first-try", contender, Measurement.BEST, contender.length(), "ns");
      figures.add("first-try", contender, Measurement.BYTES, 0.01, "B/op");
    }
    BarTable plot = PlotMain.plot(figures);
    assertThat(plot.groups()).hasSize(1);
    assertThat(plot.groups().get(0).bars())
        .extracting(BarTable.Bar::label)
        .containsExactly("Reprise", "Failsafe 3.3.2");
    assertThat(plot.groups().get(0).bars().get(1).values()).containsExactly(5.0, 0.0);
  }
}
