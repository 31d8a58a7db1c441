package dev.reprise.simulator.plot;

import static dev.reprise.simulator.plot.Numbers.coordinate;

/**
 * Diagonal lines over a rectangle, as a path. An SVG pattern would need an id, which could occur
 * twice on a page.
 */
final class Hatch {

  private Hatch() {}

  static String of(double x, double y, double width, double height, double gap) {
    StringBuilder course = new StringBuilder();
    for (double offset = gap / 2; offset < width + height; offset += gap) {
      double fromX = Math.min(offset, width);
      double fromY = offset - fromX;
      double toY = Math.min(offset, height);
      double toX = offset - toY;
      course.append('M').append(coordinate(x + fromX)).append(' ').append(coordinate(y + fromY));
      course.append('L').append(coordinate(x + toX)).append(' ').append(coordinate(y + toY));
    }
    return course.toString();
  }
}
