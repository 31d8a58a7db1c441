package dev.reprise.simulator.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.reprise.simulator.plot.ChartSeries.Look;
import dev.reprise.simulator.plot.ChartSeries.Point;
import dev.reprise.simulator.plot.XyChart.Shade;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FiguresTest {

  private static final String EVIL = "</text><script>alert(\"x\")</script>&'\u0001\n";

  /** Returns one figure of each kind, with malicious texts. */
  static List<Figure> adversarial() {
    Axis axis = Axis.linear(EVIL, EVIL);
    List<ChartSeries> courses = new ArrayList<>();
    for (Look look : Look.values()) {
      courses.add(
          new ChartSeries(EVIL, 3, look, List.of(new Point(1, 2, 0.5, EVIL), new Point(2, 3))));
    }
    List<Shade> shades = List.of(new Shade(1, 2, EVIL));
    HeatMap.Cell cell = new HeatMap.Cell(1, 0.5);
    CallTimeline.Attempt attempt = new CallTimeline.Attempt(0, 0, 1, 0);
    List<String> adversarial = List.of(EVIL);
    return List.of(
        new XyChart(EVIL, EVIL, axis, axis, courses, shades),
        new BarChart(EVIL, EVIL, axis, axis, 0, 0, 1, List.of(1.0, 2.0)),
        new BarTable(
            EVIL,
            EVIL,
            List.of(axis),
            List.of(new BarTable.Group(EVIL, List.of(new BarTable.Bar(EVIL, 0, List.of(1.0)))))),
        new HeatMap(
            EVIL, EVIL, axis, axis, axis, adversarial, adversarial, List.of(List.of(cell)), EVIL),
        new CallTimeline(EVIL, EVIL, axis, adversarial, List.of(attempt)));
  }

  /** Returns one figure of each kind, with no data or data that cannot be drawn. */
  static List<Figure> empty() {
    Axis log = Axis.logarithmic("x", "");
    Axis axis = Axis.linear("x", "");
    HeatMap.Cell none = new HeatMap.Cell(Double.NaN, 1);
    List<Point> bad =
        List.of(
            new Point(Double.NaN, 1),
            new Point(1, Double.POSITIVE_INFINITY),
            new Point(-1, -1, 3, "negative"),
            new Point(0, 0));
    ChartSeries course = new ChartSeries("a", 0, Look.MARKED, bad);
    return List.of(
        new XyChart("t", "", axis, axis, List.of()),
        new XyChart("t", "", log, log, List.of(course)),
        new XyChart("t", "", axis, log, List.of(course)),
        new BarChart("t", "", axis, axis, 0, 0, 1, List.of()),
        new BarTable("t", "", List.of(axis, log), List.of()),
        new BarTable(
            "t",
            "",
            List.of(axis, log),
            List.of(
                new BarTable.Group(
                    "g",
                    List.of(
                        new BarTable.Bar("zero", 0, List.of(0.0, 0.0)),
                        new BarTable.Bar("below", 0, List.of(-1.0, -1.0)),
                        new BarTable.Bar("none", 0, List.of(Double.NaN, Double.NaN)))))),
        new HeatMap(
            "t", "", axis, axis, log, List.of("a"), List.of("b"), List.of(List.of(none)), "never"),
        new CallTimeline("t", "", axis, List.of("good"), List.of()));
  }

  @ParameterizedTest
  @MethodSource("adversarial")
  void escapes_every_text(Figure figure) {
    WellFormed.check(figure.svg());
    WellFormed.check(figure.captioned());
    assertThat(figure.captioned()).doesNotContain("<script").doesNotContain("\u0001");
    assertThat(figure.svg()).doesNotContain("<script").doesNotContain("\u0001");
    assertThat(figure.svg()).contains("&lt;script&gt;");
  }

  @ParameterizedTest
  @MethodSource("empty")
  void draws_axes_without_data(Figure figure) {
    WellFormed.check(figure.svg());
  }

  @ParameterizedTest
  @MethodSource("adversarial")
  void has_no_external_references(Figure figure) {
    assertThat(figure.document().replace("http://www.w3.org/2000/svg", ""))
        .doesNotContain("://")
        .doesNotContain("url(")
        .doesNotContain("href")
        .doesNotContain("@import");
  }

  @Test
  void draws_the_same_colour_and_marker_for_the_same_style() {
    assertThat(Palette.ofSeries(1)).isEqualTo(Palette.VERMILION);
    assertThat(Palette.ofSeries(-1)).isEqualTo(Palette.OLIVE);
    assertThat(Marker.ofSeries(7)).isEqualTo(Marker.CIRCLE);
  }

  @Test
  void interrupts_a_line_where_a_value_is_missing() {
    List<Point> points =
        List.of(
            new Point(1, 1),
            new Point(2, 2),
            new Point(3, Double.NaN),
            new Point(4, 2),
            new Point(5, 1));
    ChartSeries course = new ChartSeries("a", 0, Look.LINE, points);
    Axis axis = Axis.linear("x", "");
    String svg = new XyChart("t", "", axis, axis, List.of(course)).svg();
    assertThat(svg.split("stroke-width=\"1.6\"", -1)).hasSize(3);
  }

  @Test
  void a_file_contains_its_caption_below_the_picture() {
    Axis axis = Axis.linear("x", "");
    String caption =
        "Means of 5 runs of each point, base seed 7. " + "Many more words. ".repeat(12);
    Figure figure = new XyChart("t", caption, axis, axis, List.of());
    assertThat(figure.svg())
        .contains("viewBox=\"0 0 760 440\"")
        .doesNotContain("12.5\">Means of 5");
    WellFormed.check(figure.captioned());
    assertThat(figure.captioned())
        .contains("viewBox=\"0 0 760 504\" width=\"760\" height=\"504\"")
        .contains("12.5\">Means of 5 runs of each point, base seed 7.");
    assertThat(figure.document()).contains("12.5\">Means of 5 runs");
    Figure without = new XyChart("t", "", axis, axis, List.of());
    assertThat(without.captioned()).isEqualTo(without.svg());
  }

  @Test
  void the_label_of_a_series_without_a_point_leads_to_none() {
    Axis axis = Axis.linear("x", "");
    List<Point> line = List.of(new Point(1, 1), new Point(2, 3));
    List<Point> none = List.of(new Point(1, Double.NaN), new Point(2, Double.POSITIVE_INFINITY));
    ChartSeries drawn = new ChartSeries("drawn", 0, Look.MARKED, line);
    String alone = new XyChart("t", "", axis, axis, List.of(drawn)).svg();
    ChartSeries absent = new ChartSeries("absent", 1, Look.MARKED, none);
    String both = new XyChart("t", "", axis, axis, List.of(drawn, absent)).svg();

    assertThat(both).contains("absent");
    assertThat(leaders(alone)).isEqualTo(1);
    assertThat(leaders(both)).isEqualTo(1);
  }

  private static int leaders(String svg) {
    return svg.split("stroke-width=\"0.7\"", -1).length - 1;
  }

  @Test
  void a_cell_without_a_value_has_a_colour_that_no_value_has() {
    Axis axis = Axis.linear("x", "");
    List<List<HeatMap.Cell>> cells =
        List.of(
            List.of(
                new HeatMap.Cell(Double.NaN, 1), new HeatMap.Cell(5, 0.5), new HeatMap.Cell(1, 0)));
    List<String> columns = List.of("a", "b", "c");
    String svg =
        new HeatMap("t", "", axis, axis, axis, columns, List.of("r"), cells, "not within 600 s")
            .svg();
    assertThat(svg.split("fill=\"#d40026\"", -1)).as("cell and legend").hasSize(3);
    assertThat(svg.split("stroke=\"#d40026\"", -1)).as("hatched cell and legend").hasSize(3);
    assertThat(svg).contains(">not within 600 s<");
    for (int i = 0; i <= 100; i++) {
      assertThat(ColorScale.at(i / 100.0)).isNotEqualTo("#d40026");
    }
  }

  @Test
  void rejects_a_map_with_a_missing_cell() {
    Axis axis = Axis.linear("x", "");
    List<String> two = List.of("a", "b");
    List<List<HeatMap.Cell>> one = List.of(List.of(new HeatMap.Cell(1, 0)));
    assertThatThrownBy(() -> new HeatMap("t", "", axis, axis, axis, two, two, one, "never"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("cells must be 2 rows of 2, and at least one");
  }

  @Test
  void rejects_an_axis_with_an_empty_range() {
    assertThatThrownBy(() -> Axis.logarithmic("x", "").between(0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("from 0.0 to 1.0");
    assertThatThrownBy(() -> Axis.linear("x", "").between(1, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void truncates_a_text_that_is_too_long() {
    String fitted = TextWidth.fitted("a very long name that does not fit", 12, 80);
    assertThat(fitted).endsWith("…").startsWith("a very");
    assertThat(TextWidth.of(fitted, 12)).isLessThanOrEqualTo(80);
    assertThat(TextWidth.fitted("short", 12, 80)).isEqualTo("short");
  }

  @Test
  void a_bar_without_a_value_for_each_column_is_rejected() {
    Axis log = Axis.logarithmic("time", "ns");
    BarTable.Bar bar = new BarTable.Bar("a", 0, List.of(1.0, 2.0));
    assertThatThrownBy(
            () ->
                new BarTable("t", "", List.of(log), List.of(new BarTable.Group("g", List.of(bar)))))
        .hasMessage("a bar must have a value for each of 1 columns, but had 2");
  }

  @Test
  void a_bar_ten_times_as_long_is_one_decade_longer() {
    Axis log = Axis.logarithmic("time", "ns").between(1, 1_000);
    String svg =
        new BarTable(
                "t",
                "",
                List.of(log),
                List.of(
                    new BarTable.Group(
                        "g",
                        List.of(
                            new BarTable.Bar("ten", 0, List.of(10.0)),
                            new BarTable.Bar("hundred", 0, List.of(100.0)),
                            new BarTable.Bar("none", 0, List.of(0.0))))))
            .svg();
    List<Double> widths = new ArrayList<>();
    Matcher bar = Pattern.compile("width=\"([0-9.]+)\" height=\"11\"").matcher(svg);
    while (bar.find()) {
      widths.add(Double.valueOf(bar.group(1)));
    }
    assertThat(widths).hasSize(2);
    assertThat(widths.get(1)).isCloseTo(2 * widths.get(0), within(0.02));
  }
}
