package dev.reprise.simulator.plot;

/** How wide text is, roughly: by the widths of Helvetica, a little more for wider fonts. */
final class TextWidth {

  private static final int[] ASCII = {
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584
  };
  private static final int OTHER = 600;
  private static final int WIDE = 1000;
  private static final int FIRST_WIDE = 0x1100;
  private static final double RESERVE = 1.06;

  private TextWidth() {}

  static double of(String text, double size) {
    int sum = text.codePoints().map(TextWidth::ofCodePoint).sum();
    return sum * size * RESERVE / 1000;
  }

  private static int ofCodePoint(int point) {
    int index = point - ' ';
    if (index >= 0 && index < ASCII.length) {
      return ASCII[index];
    }
    boolean wide = (point >= FIRST_WIDE && Character.isLetter(point)) || point > 0xFFFF;
    return wide ? WIDE : OTHER;
  }

  /** The text, its end cut off where it is wider than this. */
  static String fitted(String text, double size, double width) {
    if (of(text, size) <= width) {
      return text;
    }
    int end = text.length();
    while (end > 0 && of(text.substring(0, end) + "…", size) > width) {
      end = text.offsetByCodePoints(end, -1);
    }
    return text.substring(0, end) + "…";
  }
}
