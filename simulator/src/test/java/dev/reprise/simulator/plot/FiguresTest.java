package dev.reprise.simulator.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.simulator.plot.Course.Look;
import dev.reprise.simulator.plot.Course.Point;
import dev.reprise.simulator.plot.XyChart.Shade;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FiguresTest {

  private static final String EVIL = "</text><script>alert(\"x\")</script>&'\u0001\n";

  /** One of each kind, all of its texts meant badly. */
  static List<Figure> evil() {
    Axis axis = Axis.linear(EVIL, EVIL);
    List<Course> courses = new ArrayList<>();
    for (Look look : Look.values()) {
      courses.add(new Course(EVIL, 3, look, List.of(new Point(1, 2, 0.5, EVIL), new Point(2, 3))));
    }
    List<Shade> shades = List.of(new Shade(1, 2, EVIL));
    HeatMap.Cell cell = new HeatMap.Cell(1, 0.5);
    CallTimeline.Attempt attempt = new CallTimeline.Attempt(0, 0, 1, 0);
    List<String> evil = List.of(EVIL);
    return List.of(
        new XyChart(EVIL, EVIL, axis, axis, courses, shades),
        new BarChart(EVIL, EVIL, axis, axis, 0, 0, 1, List.of(1.0, 2.0)),
        new HeatMap(EVIL, EVIL, axis, axis, axis, evil, evil, List.of(List.of(cell))),
        new CallTimeline(EVIL, EVIL, axis, evil, List.of(attempt)));
  }

  /** One of each kind, with nothing in it or nothing that can be drawn. */
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
    Course course = new Course("a", 0, Look.MARKED, bad);
    return List.of(
        new XyChart("t", "", axis, axis, List.of()),
        new XyChart("t", "", log, log, List.of(course)),
        new XyChart("t", "", axis, log, List.of(course)),
        new BarChart("t", "", axis, axis, 0, 0, 1, List.of()),
        new HeatMap("t", "", axis, axis, log, List.of("a"), List.of("b"), List.of(List.of(none))),
        new CallTimeline("t", "", axis, List.of("good"), List.of()));
  }

  @ParameterizedTest
  @MethodSource("evil")
  void escapes_every_text(Figure figure) {
    WellFormed.check(figure.svg());
    assertThat(figure.svg()).doesNotContain("<script").doesNotContain("\u0001");
    assertThat(figure.svg()).contains("&lt;script&gt;");
  }

  @ParameterizedTest
  @MethodSource("empty")
  void draws_axes_where_there_is_nothing_else_to_draw(Figure figure) {
    WellFormed.check(figure.svg());
  }

  @ParameterizedTest
  @MethodSource("evil")
  void refers_to_nothing_outside(Figure figure) {
    assertThat(figure.document().replace("http://www.w3.org/2000/svg", ""))
        .doesNotContain("://")
        .doesNotContain("url(")
        .doesNotContain("href")
        .doesNotContain("@import");
  }

  @Test
  void draws_the_same_colour_and_marker_for_the_same_style() {
    assertThat(Ink.ofSeries(1)).isEqualTo(Ink.VERMILION);
    assertThat(Ink.ofSeries(-1)).isEqualTo(Ink.OLIVE);
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
    Course course = new Course("a", 0, Look.LINE, points);
    Axis axis = Axis.linear("x", "");
    String svg = new XyChart("t", "", axis, axis, List.of(course)).svg();
    assertThat(svg.split("stroke-width=\"1.6\"", -1)).hasSize(3);
  }

  @Test
  void refuses_a_map_with_a_hole() {
    Axis axis = Axis.linear("x", "");
    List<String> two = List.of("a", "b");
    List<List<HeatMap.Cell>> one = List.of(List.of(new HeatMap.Cell(1, 0)));
    assertThatThrownBy(() -> new HeatMap("t", "", axis, axis, axis, two, two, one))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("cells must be 2 rows of 2, and at least one");
  }

  @Test
  void refuses_an_axis_that_leads_nowhere() {
    assertThatThrownBy(() -> Axis.logarithmic("x", "").between(0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("from 0.0 to 1.0");
    assertThatThrownBy(() -> Axis.linear("x", "").between(1, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void cuts_a_text_that_is_too_long() {
    String fitted = TextWidth.fitted("a very long name that does not fit", 12, 80);
    assertThat(fitted).endsWith("…").startsWith("a very");
    assertThat(TextWidth.of(fitted, 12)).isLessThanOrEqualTo(80);
    assertThat(TextWidth.fitted("short", 12, 80)).isEqualTo("short");
  }
}
