package dev.reprise.verification.architecture;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * The file of a module that tells the builder of native images which classes, members, proxies and
 * resources are found at run time.
 *
 * @param types the entries of the part "reflection"
 * @param globs the patterns of resources
 */
record ReachabilityMetadata(List<Type> types, List<String> globs) {

  private static final String WHEN = "when ";
  private static final ReachabilityMetadata NONE = new ReachabilityMetadata(List.of(), List.of());

  /**
   * A type, or a proxy of one interface.
   *
   * @param name the class, or {@code proxy of} the interface
   * @param condition the class that makes the entry count when it is initialised
   * @param members the named methods and fields
   */
  record Type(String name, String condition, List<String> members) {}

  /** The file of a module; without entries if the module has none. */
  static ReachabilityMetadata of(Path module) throws IOException {
    Path file = file(module);
    return Files.exists(file) ? parse(Files.readString(file)) : NONE;
  }

  /** Where the builder expects the file: below the names of group and artifact. */
  static Path file(Path module) throws IOException {
    return module
        .resolve("src/main/resources/META-INF/native-image/dev.reprise")
        .resolve(Modules.artifact(module))
        .resolve("reachability-metadata.json");
  }

  /** JSON is read as YAML, of which it is a part. */
  private static ReachabilityMetadata parse(String json) {
    Map<?, ?> parts = (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(json);
    List<Type> types = new ArrayList<>();
    for (Map<?, ?> entry : list(parts, "reflection")) {
      List<String> members = new ArrayList<>();
      list(entry, "methods").forEach(method -> members.add(String.valueOf(method.get("name"))));
      list(entry, "fields").forEach(field -> members.add(String.valueOf(field.get("name"))));
      types.add(new Type(name(entry.get("type")), condition(entry), members));
    }
    List<String> globs = new ArrayList<>();
    list(parts, "resources").forEach(entry -> globs.add(String.valueOf(entry.get("glob"))));
    return new ReachabilityMetadata(types, globs);
  }

  private static String name(Object type) {
    if (type instanceof Map<?, ?> described) {
      return "proxy of " + String.join(", ", strings(described.get("proxy")));
    }
    return String.valueOf(type);
  }

  private static String condition(Map<?, ?> entry) {
    return entry.get("condition") instanceof Map<?, ?> given
        ? String.valueOf(given.get("typeReached"))
        : "none";
  }

  private static List<String> strings(Object values) {
    return ((List<?>) values).stream().map(String::valueOf).toList();
  }

  private static List<Map<?, ?>> list(Map<?, ?> map, String key) {
    List<Map<?, ?>> entries = new ArrayList<>();
    if (map.get(key) instanceof List<?> values) {
      values.forEach(value -> entries.add((Map<?, ?>) value));
    }
    return entries;
  }

  boolean hasResource(String path) {
    return globs.stream()
        .anyMatch(
            glob -> FileSystems.getDefault().getPathMatcher("glob:" + glob).matches(Path.of(path)));
  }

  /** Resolves names of types; {@code when X} stands for all types with this condition. */
  List<String> selected(List<String> names) {
    List<String> selected = new ArrayList<>();
    for (String name : names) {
      if (name.startsWith(WHEN)) {
        List<String> found =
            types.stream()
                .filter(type -> type.condition().equals(name.substring(WHEN.length())))
                .map(Type::name)
                .toList();
        selected.addAll(found.isEmpty() ? List.of(name) : found);
      } else {
        selected.add(name);
      }
    }
    return selected;
  }

  List<String> names() {
    return types.stream().map(Type::name).toList();
  }
}
