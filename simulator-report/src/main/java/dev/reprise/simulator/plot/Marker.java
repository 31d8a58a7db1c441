package dev.reprise.simulator.plot;

import static dev.reprise.simulator.plot.Numbers.coordinate;

/** The marker of a series at its points; series differ in greyscale too. */
enum Marker {
  CIRCLE,
  SQUARE,
  TRIANGLE,
  DIAMOND,
  DOWN,
  CROSS,
  PLUS;

  private static final String[] DASHES = {"", "7 3", "2 2.5", "9 3 2 3", "5 2 1.5 2 1.5 2"};

  static Marker ofSeries(int style) {
    Marker[] all = values();
    return all[Math.floorMod(style, all.length)];
  }

  static String dashesOf(int style) {
    return DASHES[Math.floorMod(style, DASHES.length)];
  }

  void draw(Canvas canvas, double x, double y, Palette ink, double r) {
    boolean open = this == CROSS || this == PLUS;
    canvas.shape(course(x, y, r), open ? ink.stroke() : ink.outline(), 1.6);
  }

  void drawFull(Canvas canvas, double x, double y, Palette ink, double r) {
    boolean open = this == CROSS || this == PLUS;
    if (!open) {
      canvas.shape(course(x, y, r), ink.fill() + " fill-opacity=\"0.4\"", 0);
    }
    canvas.shape(course(x, y, r), ink.stroke(), open ? 2.2 : 1.6);
  }

  private String course(double x, double y, double r) {
    return switch (this) {
      case CIRCLE -> arc(x, y, r);
      case SQUARE -> polygon(x, y, r * 0.9, -1, -1, 1, -1, 1, 1, -1, 1) + "Z";
      case TRIANGLE -> polygon(x, y, r * 1.2, 0, -1, 1, 0.75, -1, 0.75) + "Z";
      case DIAMOND -> polygon(x, y, r * 1.3, 0, -1, 1, 0, 0, 1, -1, 0) + "Z";
      case DOWN -> polygon(x, y, r * 1.2, 0, 1, 1, -0.75, -1, -0.75) + "Z";
      case CROSS -> polygon(x, y, r, -1, -1, 1, 1) + polygon(x, y, r, -1, 1, 1, -1);
      case PLUS -> polygon(x, y, r * 1.2, -1, 0, 1, 0) + polygon(x, y, r * 1.2, 0, -1, 0, 1);
    };
  }

  private static String arc(double x, double y, double r) {
    String half = "a" + coordinate(r) + " " + coordinate(r) + " 0 1 0 ";
    String there = coordinate(2 * r) + " 0";
    return "M" + coordinate(x - r) + " " + coordinate(y) + half + there + half + "-" + there + "Z";
  }

  private static String polygon(double x, double y, double r, double... corners) {
    StringBuilder course = new StringBuilder();
    for (int i = 0; i < corners.length; i += 2) {
      course.append(i == 0 ? 'M' : 'L').append(coordinate(x + r * corners[i])).append(' ');
      course.append(coordinate(y + r * corners[i + 1]));
    }
    return course.toString();
  }
}
