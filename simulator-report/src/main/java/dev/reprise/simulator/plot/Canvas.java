package dev.reprise.simulator.plot;

import java.util.List;

/** Builds an SVG element. Y grows downwards. */
final class Canvas {

  private static final String FONTS =
      "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif";

  private final StringBuilder svg = new StringBuilder(8192);

  /** A position in a picture. */
  record Spot(double x, double y) {}

  /** The horizontal alignment of text to its position. */
  enum Anchor {
    START,
    MIDDLE,
    END
  }

  Canvas(double width, double height, String title, String description) {
    String size = number(width) + " " + number(height);
    svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ").append(size);
    svg.append("\" width=\"").append(number(width)).append("\" height=\"").append(number(height));
    svg.append("\" role=\"img\" aria-label=\"").append(Markup.escape(title)).append("\" ");
    svg.append("font-family=\"").append(FONTS).append("\">");
    if (!description.isEmpty()) {
      svg.append("<desc>").append(Markup.escape(description)).append("</desc>");
    }
    rect(0, 0, width, height, Palette.PAPER.fill());
  }

  /** Creates a canvas for shapes that are added to an element. */
  Canvas() {}

  private static String number(double value) {
    return Numbers.coordinate(value);
  }

  Canvas rect(double x, double y, double width, double height, String attributes) {
    svg.append("<rect x=\"").append(number(x)).append("\" y=\"").append(number(y));
    svg.append("\" width=\"").append(number(width)).append("\" height=\"").append(number(height));
    svg.append('"').append(attributes).append("/>");
    return this;
  }

  Canvas line(double x1, double y1, double x2, double y2, Palette ink, double width) {
    return path(List.of(new Spot(x1, y1), new Spot(x2, y2)), ink.stroke(), width, "");
  }

  Canvas path(List<Spot> spots, String attributes, double width, String dashes) {
    svg.append("<path d=\"").append(course(spots)).append('"').append(attributes);
    svg.append(" stroke-width=\"").append(number(width)).append('"');
    if (!dashes.isEmpty()) {
      svg.append(" stroke-dasharray=\"").append(dashes).append('"');
    }
    svg.append(" stroke-linejoin=\"round\"/>");
    return this;
  }

  Canvas area(List<Spot> spots, Palette ink, double opacity) {
    svg.append("<path d=\"").append(course(spots)).append("Z\"").append(ink.fill());
    svg.append(" fill-opacity=\"").append(number(opacity)).append("\"/>");
    return this;
  }

  static String course(List<Spot> spots) {
    StringBuilder course = new StringBuilder();
    for (Spot spot : spots) {
      course.append(course.length() == 0 ? 'M' : 'L');
      course.append(number(spot.x())).append(' ').append(number(spot.y()));
    }
    return course.toString();
  }

  /** Draws a path from the value of its attribute {@code d}. */
  Canvas shape(String course, String attributes, double width) {
    svg.append("<path d=\"").append(course).append('"').append(attributes);
    svg.append(" stroke-width=\"").append(number(width)).append("\"/>");
    return this;
  }

  Canvas text(
      double x, double y, String text, Anchor anchor, double size, Palette ink, String more) {
    if (text.isEmpty()) {
      return this;
    }
    svg.append("<text x=\"").append(number(x)).append("\" y=\"").append(number(y)).append('"');
    svg.append(ink.fill()).append(" font-size=\"").append(number(size)).append('"');
    switch (anchor) {
      case START -> {}
      case MIDDLE -> svg.append(" text-anchor=\"middle\"");
      case END -> svg.append(" text-anchor=\"end\"");
    }
    svg.append(more).append('>').append(Markup.escape(text)).append("</text>");
    return this;
  }

  Canvas text(double x, double y, String text, Anchor anchor, double size, Palette ink) {
    return text(x, y, text, anchor, size, ink, "");
  }

  /**
   * Draws a number in the middle of a coloured cell, in a colour that is the same in light and dark
   * mode.
   */
  Canvas number(double x, double y, String text, double size, String fill) {
    svg.append("<text x=\"").append(number(x)).append("\" y=\"").append(number(y));
    svg.append("\" fill=\"").append(fill).append("\" font-size=\"").append(number(size));
    svg.append("\" text-anchor=\"middle\">").append(Markup.escape(text)).append("</text>");
    return this;
  }

  /** Returns the shapes alone, of a canvas that has no element. */
  String shapes() {
    return svg.toString();
  }

  String finish() {
    return svg.append("</svg>").toString();
  }
}
