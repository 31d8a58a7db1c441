package dev.reprise.simulator.plot;

/** A picture with a title and a caption. Immutable. */
public interface Figure {

  /**
   * What it shows, in a few words; drawn at its top.
   *
   * @return plain text
   */
  String title();

  /**
   * What is to be seen in it, in a sentence or a few; not drawn, but set below it.
   *
   * @return plain text; may be empty
   */
  String caption();

  /**
   * The picture as an element that stands by itself: light paper, no style sheet, no reference to
   * anything outside.
   *
   * @return an {@code svg} element
   */
  String svg();

  /**
   * The picture as the content of a file: as {@link #svg()}, but dark where the reader's screen is.
   *
   * @return an SVG document
   */
  default String document() {
    String svg = svg();
    int content = svg.indexOf('>') + 1;
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        + svg.substring(0, content)
        + "<style>"
        + styles()
        + "</style>"
        + svg.substring(content)
        + "\n";
  }

  /**
   * The style sheet of a page that has pictures in it: turns them dark where the reader's screen
   * is.
   *
   * @return CSS
   */
  static String styles() {
    return Palette.darkRules();
  }
}
