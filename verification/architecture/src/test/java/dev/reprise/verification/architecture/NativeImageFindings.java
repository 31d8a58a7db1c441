package dev.reprise.verification.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the published modules do that a native image needs metadata for, as it is in their code and
 * as the list {@code native-image/findings.tsv} explains it.
 */
final class NativeImageFindings {

  private static final String LIST = "/native-image/findings.tsv";

  /** How a finding is handled; the note of {@code metadata} names types of the module's file. */
  static final Set<String> KINDS = Set.of("metadata", "application", "builder", "jvm", "spring");

  /**
   * A line of the list.
   *
   * @param module the folder of the module
   * @param finding a call, a serialised class, a native method, a resource or a service
   * @param note the types of the metadata, with commas; else a reason
   */
  record Line(String module, String finding, String kind, String note) {

    String key() {
      return module + ": " + finding;
    }

    List<String> types() {
      return kind.equals("metadata") ? List.of(note.split(", *", -1)) : List.of();
    }
  }

  private NativeImageFindings() {}

  static List<Line> listed() throws IOException {
    List<Line> lines = new ArrayList<>();
    try (InputStream in = NativeImageFindings.class.getResourceAsStream(LIST)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      for (String line : text.lines().filter(each -> !each.startsWith("#")).toList()) {
        String[] columns = line.split("\t", -1);
        if (columns.length != 4) {
          throw new IllegalArgumentException("a line needs four columns: " + line);
        }
        lines.add(new Line(columns[0], columns[1], columns[2], columns[3]));
      }
    }
    return lines;
  }

  /** All findings in the code of the published modules, their resources and their services. */
  static Set<String> inPublishedModules() throws IOException {
    Set<String> found = new TreeSet<>();
    Map<String, String> modules = moduleOfEachPackage();
    for (JavaClass type : Modules.MAIN_CODE) {
      found.addAll(of(type, modules.get(type.getPackageName())));
    }
    for (Path module : Modules.published()) {
      String name = Sources.name(Sources.root(), module).substring(1);
      resources(module).forEach(resource -> found.add(name + ": " + resource));
    }
    return found;
  }

  /** The findings in a class of a module; none if the module is null, thus not published. */
  static Set<String> of(JavaClass type, @Nullable String module) {
    Set<String> found = new TreeSet<>();
    if (module != null) {
      ReflectiveCalls.in(type).forEach(call -> found.add(module + ": " + call));
    }
    return found;
  }

  private static Map<String, String> moduleOfEachPackage() throws IOException {
    Map<String, String> modules = new HashMap<>();
    for (Path module : Modules.published()) {
      String folder = Sources.name(Sources.root(), module).substring(1);
      for (String language : List.of("java", "kotlin")) {
        Path sources = module.resolve("src/main").resolve(language);
        if (Files.isDirectory(sources)) {
          for (Path file : Sources.of(sources, name -> name.matches(".*\\.(java|kt)"))) {
            Path place = sources.relativize(file).getParent();
            if (place != null) {
              modules.put(place.toString().replace('\\', '/').replace('/', '.'), folder);
            }
          }
        }
      }
    }
    return modules;
  }

  /** Files of a module's jar, other than the metadata itself; a service by its interface. */
  private static Set<String> resources(Path module) throws IOException {
    Set<String> found = new TreeSet<>();
    for (String folder : List.of("resources", "filtered", "web")) {
      Path root = module.resolve("src/main").resolve(folder);
      if (Files.isDirectory(root)) {
        for (Path file : Sources.of(root, name -> !name.contains("/META-INF/native-image/"))) {
          found.add(named(Sources.name(root, file).substring(1), folder));
        }
      }
    }
    return found;
  }

  private static String named(String path, String folder) {
    String services = "META-INF/services/";
    if (path.startsWith(services)) {
      return "service " + path.substring(services.length());
    }
    return "resource " + (folder.equals("web") ? "dev/reprise/lab/web/" : "") + path;
  }

  /** The metadata of each published module, by its folder. */
  static Map<String, ReachabilityMetadata> metadata() throws IOException {
    Map<String, ReachabilityMetadata> all = new TreeMap<>();
    for (Path module : Modules.published()) {
      String folder = Sources.name(Sources.root(), module).substring(1);
      all.put(folder, ReachabilityMetadata.of(module));
    }
    return all;
  }
}
