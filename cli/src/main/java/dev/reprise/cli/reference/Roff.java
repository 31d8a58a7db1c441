package dev.reprise.cli.reference;

import java.util.List;
import java.util.Locale;

/** Writes a manual page in the language of {@code roff}, with the macros of {@code man(7)}. */
final class Roff {

  private static final int WIDTH = 78;
  private static final int LAST_ASCII = 126;
  private static final String PARAGRAPH = ".PP";

  private final StringBuilder page = new StringBuilder();

  /** True after a title, where a paragraph begins without a request. */
  private boolean begun;

  private boolean verbatim;

  /**
   * Begins a page.
   *
   * @param title name of the page
   * @param version the program and its version
   * @param date day of the version
   */
  Roff(String title, String version, String date) {
    line(
        ".TH "
            + quoted(title.toUpperCase(Locale.ROOT))
            + " 1 "
            + '"'
            + date
            + '"'
            + " "
            + quoted(version)
            + " \"Reprise\"");
    line(".nh");
    line(".ad l");
  }

  Roff section(String title) {
    return title(".SH " + quoted(title.toUpperCase(Locale.ROOT)));
  }

  Roff subsection(String title) {
    return title(".SS " + quoted(title));
  }

  private Roff title(String request) {
    line(request);
    begun = true;
    return this;
  }

  /** A line that is escaped already. */
  Roff line(String text) {
    page.append(text).append('\n');
    begun = false;
    return this;
  }

  /**
   * A term with its explanation.
   *
   * @param term escaped text
   * @param explanation plain text
   */
  void item(String term, List<String> explanation) {
    line(".TP");
    line(term);
    explanation.forEach(this::text);
  }

  /**
   * Paragraphs, separated by empty lines. Lines that begin with two spaces are printed as they are.
   *
   * @param lines plain text
   */
  void paragraphs(List<String> lines) {
    boolean separate = true;
    for (String text : lines) {
      boolean indented = text.startsWith("  ");
      if (indented != verbatim) {
        switchTo(indented);
        separate = !indented;
      }
      if (text.isBlank()) {
        separate = true;
        continue;
      }
      if (separate && !begun) {
        line(PARAGRAPH);
      }
      separate = false;
      if (indented) {
        line(escaped(text.substring(2)));
      } else {
        text(text);
      }
    }
    switchTo(false);
  }

  private void switchTo(boolean toVerbatim) {
    if (toVerbatim && !verbatim) {
      if (!begun) {
        line(PARAGRAPH);
      }
      line(".RS 2");
      line(".EX");
    } else if (verbatim && !toVerbatim) {
      line(".EE");
      line(".RE");
    }
    verbatim = toVerbatim;
  }

  /** A plain text, which the formatter fills. Lines of a page are short by convention. */
  private void text(String plain) {
    StringBuilder filled = new StringBuilder();
    for (String word : plain.strip().split(" +", -1)) {
      if (filled.length() > 0 && filled.length() + word.length() >= WIDTH) {
        line(filled.toString());
        filled.setLength(0);
      }
      filled.append(filled.length() == 0 ? "" : " ");
      filled.append(filled.length() == 0 ? escaped(word) : escapedInside(word));
    }
    line(filled.toString());
  }

  static String bold(String text) {
    return "\\fB" + escaped(text) + "\\fR";
  }

  static String italic(String text) {
    return "\\fI" + escaped(text) + "\\fR";
  }

  private static String quoted(String argument) {
    return "\"" + escaped(argument).replace("\"", "\\(dq") + "\"";
  }

  /** Escapes what a formatter would change, and a dot that would begin a request. */
  static String escaped(String text) {
    return (text.startsWith(".") ? "\\&" : "") + escapedInside(text);
  }

  private static String escapedInside(String text) {
    StringBuilder escaped = new StringBuilder();
    text.codePoints().forEach(each -> escaped.append(escaped(each)));
    return escaped.toString();
  }

  private static String escaped(int character) {
    return switch (character) {
      case '\\' -> "\\e";
      case '-' -> "\\-";
      case '\'' -> "\\(aq";
      case '`' -> "\\(ga";
      case '^' -> "\\(ha";
      case '~' -> "\\(ti";
      default ->
          character > LAST_ASCII
              ? String.format("\\[u%04X]", character)
              : Character.toString(character);
    };
  }

  @Override
  public String toString() {
    return page.toString();
  }
}
