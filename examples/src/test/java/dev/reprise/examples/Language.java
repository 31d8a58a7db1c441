package dev.reprise.examples;

import java.util.regex.Pattern;

/** The languages of snippets: their fences on pages, and how code uses an imported name. */
enum Language {
  JAVA("java", ".java", ";", "(?<![\\w.])%s\\b"),

  /** Imported functions may follow a dot. */
  KOTLIN("kotlin", ".kt", "", "\\b%s\\b");

  final String fence;
  final String fileEnding;

  /** The end of an import line. */
  final String lineEnd;

  private final String use;

  Language(String fence, String fileEnding, String lineEnd, String use) {
    this.fence = fence;
    this.fileEnding = fileEnding;
    this.lineEnd = lineEnd;
    this.use = use;
  }

  /** The snippets of a page; a snippet in a list is indented. */
  Pattern snippets() {
    return Pattern.compile("(?ms)^( *)```" + fence + "\n(.*?)^ *```$");
  }

  boolean uses(String code, String name) {
    return Pattern.compile(use.formatted(Pattern.quote(name))).matcher(code).find();
  }
}
