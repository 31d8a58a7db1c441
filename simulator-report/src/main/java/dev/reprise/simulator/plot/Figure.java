package dev.reprise.simulator.plot;

/** A picture with a title and a caption. Immutable and safe for use by several threads. */
public interface Figure {

  /**
   * Returns the title, which is drawn at the top of the picture.
   *
   * @return plain text of a few words
   */
  String title();

  /**
   * Returns the caption, which {@link #svg} does not draw, because a page sets it below the
   * picture.
   *
   * @return plain text of one or a few sentences; may be empty
   */
  String caption();

  /**
   * Returns the picture as a self-contained element with light colours, without style sheet and
   * external references.
   *
   * @return an {@code svg} element
   */
  String svg();

  /**
   * Returns the picture with its caption below it, as a self-contained element: a picture that
   * stands on its own.
   *
   * @return an {@code svg} element
   */
  default String captioned() {
    return CaptionedSvg.of(svg(), caption());
  }

  /**
   * Returns the picture as the content of a file: as {@link #captioned()}, with dark colours where
   * the reader's screen is in dark mode.
   *
   * @return an SVG document
   */
  default String document() {
    String svg = captioned();
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
   * Returns the style sheet for a page with pictures, which gives them dark colours where the
   * reader's screen is in dark mode.
   *
   * @return CSS
   */
  static String styles() {
    return Palette.darkRules();
  }
}
