package dev.reprise.verification.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The words of the project: comments and string literals of main code, and the text of the pages.
 * Everything else is replaced by blanks, so that each word keeps its place in the file. A literal
 * directly after a comment {@code data} is not prose.
 */
final class Prose {

  /** The pages, which count as one module. */
  static final String DOCS = "docs";

  private static final String MAIN = "/src/main/java/";
  private static final String LITERALS =
      "'(?:\\\\.|[^'\\\\\n])'|\"\"\"(?s:.*?)\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*\"";
  private static final String DATA = "/\\* data \\*/";
  private static final Pattern TOKENS =
      Pattern.compile(
          "(" + DATA + "\\s*(?:" + LITERALS + "))|(/\\*(?s:.*?)\\*/|//[^\n]*)|" + LITERALS);
  private static final Pattern CODE_IN_JAVADOC =
      Pattern.compile("(?s)<pre>.*?</pre>|\\{@(?:code|link|linkplain|value)\\s+[\\w.#()]*");
  private static final Pattern ESCAPE = Pattern.compile("\\\\.");
  private static final Pattern CODE_ON_PAGE =
      Pattern.compile("(?ms)^```.*?^```|^    [^\n]*|`[^`\n]*`|\\]\\([^)\n]*\\)");

  private Prose() {}

  /** The files with prose, by module: its folder, or {@link #DOCS}. */
  static Map<String, List<Path>> filesByModule(Path root) throws IOException {
    Map<String, List<Path>> files = new TreeMap<>();
    for (Path file : Sources.of(root)) {
      files.merge(module(root, file), List.of(file), joined());
    }
    try (Stream<Path> pages = Files.walk(root.resolve(DOCS))) {
      List<Path> found = pages.filter(page -> page.toString().endsWith(".md")).sorted().toList();
      files.merge(DOCS, found, joined());
    }
    files.merge(
        DOCS, List.of(root.resolve("README.md"), root.resolve("CONTRIBUTING.md")), joined());
    return files;
  }

  /** The prose of a file, at the same places as in the file. */
  static String of(Path file) throws IOException {
    String text = Files.readString(file);
    return file.toString().endsWith(".md") ? ofPage(text) : ofSource(text);
  }

  /** The prose of a page: all but code, and the addresses of links. */
  static String ofPage(String page) {
    return CODE_ON_PAGE.matcher(page).replaceAll(code -> blanks(code.group()));
  }

  /** The comments and string literals of a source file. */
  static String ofSource(String source) {
    StringBuilder prose = new StringBuilder(source.length());
    int end = 0;
    for (MatchResult token : TOKENS.matcher(source).results().toList()) {
      prose.append(blanks(source.substring(end, token.start())));
      String text = token.group();
      boolean data = token.group(1) != null;
      Pattern hidden = token.group(2) != null ? CODE_IN_JAVADOC : ESCAPE;
      prose.append(
          data ? blanks(text) : hidden.matcher(text).replaceAll(code -> blanks(code.group())));
      end = token.end();
    }
    return prose.append(blanks(source.substring(end))).toString();
  }

  /** The module of a source file: the folder that holds its {@code src}. */
  static String module(Path root, Path file) {
    String name = Sources.name(root, file);
    return name.substring(1, name.indexOf(MAIN));
  }

  private static BinaryOperator<List<Path>> joined() {
    return (some, others) -> Stream.concat(some.stream(), others.stream()).toList();
  }

  private static String blanks(String code) {
    StringBuilder blanks = new StringBuilder(" ".repeat(code.length()));
    for (int end = code.indexOf('\n'); end >= 0; end = code.indexOf('\n', end + 1)) {
      blanks.setCharAt(end, '\n');
    }
    return blanks.toString();
  }
}
