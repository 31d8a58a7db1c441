package dev.reprise.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The imports that a snippet needs: those of the source file that has it, as far as it uses them.
 */
final class ImportedNames {

  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+)");
  private static final Pattern IMPORT = Pattern.compile("(?m)^import (?:static )?[\\w.]+;?$");
  private static final Pattern TEXT = Pattern.compile("\"(\\\\.|[^\"\\\\\n])*\"");

  /** Names that a reader replaces with his own. */
  private static final Pattern PLACEHOLDER =
      Pattern.compile("import (static )?(dev\\.reprise\\.(examples|testbed)|com\\.example)\\..*");

  private final Language language;
  private final List<SourceFile> files = new ArrayList<>();

  /** The names of the types of each package of main code. */
  private final Map<String, SortedSet<String>> types = new HashMap<>();

  ImportedNames(Language language) throws IOException {
    this.language = language;
    for (Path path : SourceCode.files(SourceCode.ROOT, language.fileEnding)) {
      SourceFile file = SourceFile.of(path);
      files.add(file);
      if (SourceCode.isMain(path)) {
        String name = path.getFileName().toString().replace(language.fileEnding, "");
        types.computeIfAbsent(file.packageName, all -> new TreeSet<>()).add(name);
      }
    }
  }

  /** The import lines that a paragraph needs, in alphabetical order. */
  SortedSet<String> neededBy(String paragraph) {
    String bare = SourceCode.bare(paragraph);
    return files.stream()
        .filter(file -> file.bare.contains(bare))
        .map(file -> needed(file, paragraph))
        .min(Comparator.comparingInt(SortedSet::size))
        .orElseThrow(() -> new AssertionError("not compiled: " + paragraph));
  }

  private SortedSet<String> needed(SourceFile file, String paragraph) {
    String code = TEXT.matcher(SourceCode.uncommented(paragraph)).replaceAll("");
    SortedSet<String> needed = new TreeSet<>();
    for (String line : file.imports) {
      if (language.uses(code, name(line))) {
        needed.add(line);
      }
    }
    for (String type : types.getOrDefault(file.packageName, new TreeSet<>())) {
      if (language.uses(code, type)) {
        needed.add("import " + file.packageName + "." + type + language.lineEnd);
      }
    }
    needed.removeIf(line -> PLACEHOLDER.matcher(line).matches());
    return needed;
  }

  private static String name(String line) {
    String path = line.replace(";", "");
    return path.substring(path.lastIndexOf('.') + 1);
  }

  private record SourceFile(String packageName, List<String> imports, String bare) {

    static SourceFile of(Path path) throws IOException {
      String code = Files.readString(path);
      Matcher start = PACKAGE.matcher(code);
      List<String> imports = IMPORT.matcher(code).results().map(line -> line.group()).toList();
      return new SourceFile(start.find() ? start.group(1) : "", imports, SourceCode.bare(path));
    }
  }
}
