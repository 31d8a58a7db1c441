package dev.reprise.verification.benchmarks.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {

  private static final Row BASE = new Row("call", "A call", "bare", "ours", List.of());

  private static Row row(Target... targets) {
    return new Row("call", "A call", "bare", "ours", List.of(targets));
  }

  private static Target overhead(double atMost) {
    return Target.atMost("ns over", atMost, figures -> BASE.over(figures, "ours"));
  }

  private static Target bytes() {
    return Target.bytes("B/op", 0, figures -> BASE.bytes(figures, "ours"));
  }

  private static Figures figures(double ours, double oursBytes) {
    Figures figures = new Figures();
    add(figures, "bare", 2, 0);
    add(figures, "ours", ours, oursBytes);
    add(figures, "peer", 200, 432);
    return figures;
  }

  private static void add(Figures figures, String contender, double best, double bytes) {
    figures.add("call", contender, Measurement.BEST, best, "ns");
    figures.add("call", contender, Measurement.MEDIAN, best * 2, "ns");
    figures.add(new Measurement("call", contender, Measurement.MEAN, best * 3, "ns", 0.5));
    figures.add("call", contender, Measurement.BYTES, bytes, "B/op");
  }

  private static List<String> lines(Figures figures, Row... rows) {
    return Table.of(figures, List.of(rows))
        .lines()
        .map(line -> line.strip().replaceAll(" +", " "))
        .toList();
  }

  @Test
  void a_section_compares_all_contenders_with_the_base_and_with_reprise() {
    assertThat(lines(figures(4, 0), row()))
        .contains(
            "A call",
            "bare 2.00 4.00 0.50 1.00 0.50 0.00",
            "ours 4.00 8.00 0.50 2.00 2.00 1.00 0.00",
            "peer 200 400 0.50 198 100 50.00 432");
  }

  @Test
  void a_target_is_met_or_missed_by_an_amount() {
    assertThat(lines(figures(4, 0), row(overhead(3), bytes())))
        .contains("met: 2.000 ns over, at most 3.000", "met: 0.000 B/op, at most 0.000");
    assertThat(lines(figures(8, 16), row(overhead(3), bytes())))
        .contains(
            "MISSED by 100 %: 6.000 ns over, at most 3.000",
            "MISSED by 16.0: 16.00 B/op, at most 0.000");
  }

  @Test
  void a_target_whose_figures_are_missing_is_not_met() {
    Figures without = new Figures().add("call", "peer", Measurement.BEST, 1, "ns");
    assertThat(lines(without, row(overhead(3)))).contains("not measured: ns over");
  }

  @Test
  void prints_rows_of_other_programs_without_targets() {
    Figures figures = figures(4, 0).add("pending", "Reprise", "heap", 152.25, "B");
    assertThat(lines(figures, row())).contains("pending", "Reprise heap 152 B");
    assertThat(lines(figures, row()).indexOf("pending")).isGreaterThan(5);
  }

  @Test
  void the_gate_accepts_figures_within_their_limits() {
    assertThat(Gate.refusals(figures(4, 0.01), List.of(row(overhead(3).inGate(), bytes()))))
        .isEmpty();
  }

  @Test
  void the_gate_names_figures_that_exceed_their_limits() {
    assertThat(Gate.refusals(figures(8, 16), List.of(row(overhead(3).inGate(), bytes()))))
        .containsExactly(
            "A call: MISSED by 100 %: 6.000 ns over, at most 3.000",
            "A call: MISSED by 16.0: 16.00 B/op, at most 0.000");
  }

  @Test
  void the_gate_ignores_other_targets() {
    assertThat(Gate.refusals(figures(8, 0), List.of(row(overhead(3), bytes())))).isEmpty();
  }

  @Test
  void the_gate_refuses_a_row_without_the_figures_of_its_targets() {
    Figures without = new Figures().add("call", "peer", Measurement.BEST, 1, "ns");
    assertThat(Gate.refusals(without, List.of(row(overhead(3).inGate()))))
        .containsExactly("A call: not measured: ns over");
  }

  @Test
  void the_gate_fails_if_no_gated_row_was_measured() {
    assertThatThrownBy(() -> Gate.refusals(new Figures(), List.of(row(bytes()))))
        .hasMessage("no row with a gated target was measured");
  }
}
