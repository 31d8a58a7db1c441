package dev.reprise.verification.architecture;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The tables of docs/reference/names.md. Text outside of the marked parts is written by hand. */
final class NamesPage {

  private static final Pattern PART =
      Pattern.compile("(?s)(<!-- names: ([a-z-]+) -->\n).*?(<!-- end -->)");
  private static final String NO = " ";

  private final Map<String, String> parts;

  private NamesPage(Map<String, String> parts) {
    this.parts = parts;
  }

  /** The tables of the current names, which are read once for any number of pages. */
  static NamesPage ofCurrentNames() throws Exception {
    return new NamesPage(parts());
  }

  /** A page with every marked part replaced. */
  String rewritten(String page) {
    Map<String, String> missing = new LinkedHashMap<>(parts);
    StringBuilder written = new StringBuilder();
    Matcher part = PART.matcher(page);
    while (part.find()) {
      String table = missing.remove(part.group(2));
      if (table == null) {
        throw new IllegalStateException("the page has an unknown part " + part.group(2));
      }
      part.appendReplacement(
          written, Matcher.quoteReplacement(part.group(1) + "\n" + table + "\n" + part.group(3)));
    }
    if (!missing.isEmpty()) {
      throw new IllegalStateException("the page lacks the parts " + missing.keySet());
    }
    return part.appendTail(written).toString();
  }

  private static Map<String, String> parts() throws Exception {
    Map<String, String> parts = new LinkedHashMap<>();
    parts.put("settings", settings());
    parts.put("text-forms", table("form", "elements", WrittenNames.textForms()));
    parts.put("properties", properties());
    parts.put("events", table("event", "components", PublicNames.listenerEvents()));
    parts.put("recorder-events", table("event", "fields", PublicNames.recorderEvents()));
    parts.put("json", table("object", "members", json()));
    parts.put("options", table("command", "options and parameters", WrittenNames.options()));
    parts.put("spark", table("of", "options", spark()));
    parts.put("enums", table("enum", "constants", PublicNames.constantsByEnum()));
    parts.put("types", types());
    return parts;
  }

  private static String settings() {
    Set<String> builder = WrittenNames.builderMethods();
    Set<String> text = WrittenNames.settings();
    Set<String> annotation = WrittenNames.annotationElements();
    Set<String> all = new TreeSet<>(builder);
    all.addAll(text);
    all.addAll(annotation);
    StringBuilder table = new StringBuilder();
    table.append("| name | builder | text and properties | `@Retryable` |\n|---|---|---|---|\n");
    for (String name : all) {
      table.append(
          "| `%s` | %s | %s | %s |\n"
              .formatted(name, yes(builder, name), yes(text, name), yes(annotation, name)));
    }
    return table.toString();
  }

  private static String yes(Set<String> names, String name) {
    return names.contains(name) ? "yes" : NO;
  }

  private static String properties() throws IOException {
    Map<String, Set<String>> names = new LinkedHashMap<>();
    String dotted = "\"(reprise\\.[a-z.]+)\"";
    names.put(
        "properties", WrittenNames.literals(dotted, file -> !isSpring(file) && !isMeasured(file)));
    names.put("properties of Spring applications", WrittenNames.springProperties());
    names.put(
        "environment variables",
        WrittenNames.literals("\\b(REPRISE_[A-Z_]+)\\b", file -> !isSpring(file)));
    names.put("meters, observations, spans and their attributes", measured(dotted));
    return table("of", "names", names);
  }

  private static Set<String> measured(String dotted) throws IOException {
    return WrittenNames.literals(dotted, NamesPage::isMeasured);
  }

  private static boolean isSpring(String file) {
    return file.startsWith("/integrations/spring-");
  }

  private static boolean isMeasured(String file) {
    return file.startsWith("/integrations/micrometer/")
        || file.startsWith("/integrations/opentelemetry/");
  }

  private static Map<String, Collection<String>> json() throws IOException {
    Path reference = Sources.root().resolve("docs/reference");
    Map<String, Collection<String>> objects = new LinkedHashMap<>();
    for (String schema : List.of("report", "dead-letters")) {
      WrittenNames.membersOf(reference.resolve(schema + ".schema.json"))
          .forEach((owner, members) -> objects.put((schema + " " + owner).strip(), members));
    }
    objects.put(
        "result of a simulation",
        WrittenNames.writtenBy("ResultJson.java", "(?:write\\w*Field\\w*|number)\\(\"(\\w+)\""));
    objects.put(
        "`explain --json`", WrittenNames.writtenBy("ExplanationJson.java", "field\\(\"(\\w+)\""));
    return objects;
  }

  private static Map<String, Set<String>> spark() throws IOException {
    return Map.of(
        "data source `dynamodb`",
        WrittenNames.writtenBy("WriteOptions.java", "(?m)^ {14}\"(\\w+)\"[,)]"));
  }

  private static String types() throws IOException {
    StringBuilder page = new StringBuilder();
    PublicNames.typesByModule()
        .forEach(
            (module, packages) ->
                page.append(
                    "### Module `%s`\n\n%s\n"
                        .formatted(module, table("package", "types", packages))));
    return page.toString().strip() + "\n";
  }

  private static String table(
      String first, String second, Map<String, ? extends Collection<String>> rows) {
    StringBuilder table = new StringBuilder("| %s | %s |\n|---|---|\n".formatted(first, second));
    rows.forEach(
        (name, values) -> table.append("| %s | %s |\n".formatted(code(name), list(values))));
    return table.toString();
  }

  private static String code(String name) {
    return name.matches("[\\w.]*[A-Z.][\\w.]*|reprise.*") ? "`" + name + "`" : name;
  }

  private static String list(Collection<String> values) {
    return values.stream()
        .map(value -> "`" + value.replace(" | ", "` `") + "`")
        .collect(Collectors.joining(", "));
  }
}
