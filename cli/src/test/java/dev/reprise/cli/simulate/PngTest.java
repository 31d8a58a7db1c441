package dev.reprise.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.simulator.plot.Axis;
import dev.reprise.simulator.plot.ChartSeries;
import dev.reprise.simulator.plot.ChartSeries.Look;
import dev.reprise.simulator.plot.ChartSeries.Point;
import dev.reprise.simulator.plot.Figure;
import dev.reprise.simulator.plot.XyChart;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class PngTest {

  private static Figure figure() {
    List<Point> points = List.of(new Point(0, 0), new Point(1, 3), new Point(2, 4));
    List<ChartSeries> courses = List.of(new ChartSeries("full", 0, Look.MARKED, points));
    return new XyChart(
        "Work", "", Axis.linear("clients", ""), Axis.linear("work", "calls"), courses);
  }

  @Test
  void draws_the_figure_on_a_light_background() throws Exception {
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(Png.of(figure())));
    assertThat(image.getWidth()).isEqualTo(1520);
    assertThat(image.getHeight()).isEqualTo(880);
    assertThat(image.getRGB(2, 2) & 0xffffff).isEqualTo(0xffffff);
    Set<Integer> colours = new HashSet<>();
    for (int x = 0; x < image.getWidth(); x++) {
      for (int y = 0; y < image.getHeight(); y++) {
        colours.add(image.getRGB(x, y) & 0xffffff);
      }
    }
    assertThat(colours).contains(0x0072b2).hasSizeGreaterThan(30);
  }
}
