package dev.reprise.verification.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The tables of packages in docs/design/map.md, one for each module: the first sentence of each
 * package's Javadoc. Text outside of the marked part is written by hand.
 */
final class PackageTable {

  static final Pattern PART = Pattern.compile("(?s)(<!-- packages -->\n).*?(<!-- end -->)");

  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*\\*(.*?)\\*/");
  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
  private static final Pattern TAG =
      Pattern.compile("\\{@\\w+\\s+(?:[a-z]\\w*\\.)*([^}\\s]+)(?:\\s+[^}]*)?\\}");
  private static final Pattern CODE_TAG = Pattern.compile("\\{@code\\s+([^}]*)\\}");
  private static final Pattern SENTENCE = Pattern.compile("(?s)^(.*?[.])(?:\\s|$).*");

  private PackageTable() {}

  /** A page whose marked part is replaced from the sources. */
  static String rewritten(String page) throws IOException {
    Matcher part = PART.matcher(page);
    if (!part.find()) {
      throw new IllegalStateException("the page lacks the part <!-- packages --> … <!-- end -->");
    }
    String written = part.group(1) + "\n" + tables() + "\n" + part.group(2);
    return new StringBuilder(page).replace(part.start(), part.end(), written).toString();
  }

  private static String tables() throws IOException {
    Path root = Sources.root();
    Map<String, Map<String, String>> sentences = new TreeMap<>();
    for (Path file : Sources.ofMainCode()) {
      String module = Prose.module(root, file);
      if (file.endsWith("package-info.java") && !module.startsWith("verification/")) {
        String source = Files.readString(file);
        sentences
            .computeIfAbsent(module, any -> new TreeMap<>())
            .put(name(source), sentence(source));
      }
    }
    StringBuilder tables = new StringBuilder();
    sentences.forEach((module, packages) -> tables.append(table(module, packages)));
    return tables.toString().stripTrailing() + "\n";
  }

  private static String table(String module, Map<String, String> packages) {
    StringBuilder table = new StringBuilder();
    table.append("### `").append(module).append("`\n\n| package | content |\n|---|---|\n");
    packages.forEach(
        (name, sentence) ->
            table.append("| `").append(name).append("` | ").append(sentence).append(" |\n"));
    return table.append('\n').toString();
  }

  private static String name(String source) {
    Matcher name = PACKAGE.matcher(source);
    return name.find() ? name.group(1) : "";
  }

  /** The first sentence of the comment of a package; empty if it has none. */
  static String sentence(String source) {
    Matcher comment = COMMENT.matcher(source);
    if (!comment.find()) {
      return "";
    }
    String text = comment.group(1).replaceAll("(?m)^\\s*\\*", " ").replaceAll("\\s+", " ").strip();
    text = CODE_TAG.matcher(text).replaceAll("`$1`");
    text = TAG.matcher(text).replaceAll("`$1`");
    return SENTENCE.matcher(text).replaceFirst("$1").replaceAll("\\.$", "");
  }
}
