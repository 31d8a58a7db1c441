package dev.reprise.simulator.plot;

/**
 * The maximum width of text. A page is shown in the first font of a list that exists on the
 * machine; each character counts as the wider of Helvetica and DejaVu Sans.
 */
final class TextWidth {

  /** The widths of the characters from space to tilde, in thousandths of the font size. */
  private static final int[] ASCII = {
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636,
    636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 556, 1015, 684, 686, 722, 770, 667,
    611, 778, 752, 295, 500, 667, 557, 863, 748, 787, 667, 787, 722, 667, 611, 732, 684, 989, 685,
    667, 685, 390, 337, 390, 838, 556, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579,
    278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838
  };

  private static final int LATIN = 640;
  private static final int WIDE = 1000;
  private static final int LAST_LATIN = 0x24F;

  private TextWidth() {}

  static double of(String text, double size) {
    int sum = text.codePoints().map(TextWidth::ofCodePoint).sum();
    return sum * size / 1000;
  }

  private static int ofCodePoint(int point) {
    int index = point - ' ';
    if (index >= 0 && index < ASCII.length) {
      return ASCII[index];
    }
    return point <= LAST_LATIN && Character.isLetter(point) ? LATIN : WIDE;
  }

  /** Returns the text, truncated if it is wider than a width. */
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
