package dev.reprise.simulator.plot;

import dev.reprise.simulator.plot.Canvas.Anchor;
import java.util.ArrayList;
import java.util.List;

/** Adds a caption below a picture. */
final class CaptionedSvg {

  private static final double SIZE = 12.5;
  private static final double LINE = 18;
  private static final double PADDING = 10;
  private static final String END = "</svg>";
  private static final String SIZES = "viewBox=\"0 0 ";

  private CaptionedSvg() {}

  static String of(String svg, String caption) {
    if (caption.isEmpty()) {
      return svg;
    }
    int start = svg.indexOf(SIZES) + SIZES.length();
    String[] size = svg.substring(start, svg.indexOf('"', start)).split(" ", -1);
    double width = Double.parseDouble(size[0]);
    double height = Double.parseDouble(size[1]);
    List<String> lines = lines(caption, width - 2 * Frame.EDGE);
    double full = height + PADDING + lines.size() * LINE;
    Canvas below = new Canvas();
    below.rect(0, height, width, full - height, Palette.PAPER.fill());
    for (int i = 0; i < lines.size(); i++) {
      double y = height + (i + 0.6) * LINE;
      below.text(Frame.EDGE, y, lines.get(i), Anchor.START, SIZE, Palette.MUTED);
    }
    return svg.replace(size(width, height), size(width, full)).replace(END, below.shapes() + END);
  }

  private static String size(double width, double height) {
    String wide = Numbers.coordinate(width);
    String high = Numbers.coordinate(height);
    return SIZES + wide + " " + high + "\" width=\"" + wide + "\" height=\"" + high + "\"";
  }

  /** Breaks a text into lines of a width. */
  private static List<String> lines(String text, double width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split("\\s+", -1)) {
      String longer = line.length() == 0 ? word : line + " " + word;
      if (line.length() > 0 && TextWidth.of(longer, SIZE) > width) {
        lines.add(line.toString());
        longer = word;
      }
      line = new StringBuilder(longer);
    }
    lines.add(line.toString());
    return lines;
  }
}
