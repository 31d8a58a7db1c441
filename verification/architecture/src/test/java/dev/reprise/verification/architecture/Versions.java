package dev.reprise.verification.architecture;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Rules about the versions in the Maven files. */
final class Versions {

  private static final String OURS = "dev.reprise:";

  /** A version that all modules share; every other one is in the module that uses it. */
  private static final Set<String> SHARED =
      Set.of("org.assertj:assertj-core", "org.jspecify:jspecify", "org.junit:junit-bom");

  private Versions() {}

  /**
   * Dependencies that the root manages although not all modules share them. If a module imports a
   * bill of materials with such a dependency, it gets the root's version instead of the imported
   * one.
   */
  static Set<String> wronglyManaged(Pom root) {
    Set<String> managed = new TreeSet<>(root.managed());
    managed.removeIf(artifact -> artifact.startsWith(OURS) || SHARED.contains(artifact));
    return managed;
  }

  /**
   * The artifacts that the modules name in more than one version, each with the modules and
   * versions.
   *
   * @param exceptions entries to leave out, each as "module group:artifact"
   */
  static List<String> disagreements(List<Pom> poms, Set<String> exceptions) {
    return disagreements(versionsByModule(poms), exceptions);
  }

  /** The versions of each artifact, by module. */
  private static Map<String, Map<String, Set<String>>> versionsByModule(List<Pom> poms) {
    Map<String, Map<String, Set<String>>> versions = new TreeMap<>();
    poms.forEach(pom -> versions.put(pom.module(), pom.versions()));
    return versions;
  }

  private static List<String> disagreements(
      Map<String, Map<String, Set<String>>> versionsByModule, Set<String> exceptions) {
    Map<String, Map<String, Set<String>>> modules = new TreeMap<>();
    versionsByModule.forEach(
        (module, artifacts) ->
            artifacts.forEach(
                (artifact, versions) -> {
                  if (!exceptions.contains(module + " " + artifact)) {
                    for (String version : versions) {
                      modules
                          .computeIfAbsent(artifact, any -> new TreeMap<>())
                          .computeIfAbsent(version, any -> new TreeSet<>())
                          .add(module);
                    }
                  }
                }));
    List<String> disagreements = new ArrayList<>();
    modules.forEach(
        (artifact, byVersion) -> {
          if (byVersion.size() > 1) {
            disagreements.add(artifact + " " + byVersion);
          }
        });
    return disagreements;
  }

  /** The exceptions that hide no finding. */
  static List<String> needless(List<Pom> poms, Set<String> exceptions) {
    List<String> needless = new ArrayList<>();
    Map<String, Map<String, Set<String>>> versions = versionsByModule(poms);
    List<String> found = disagreements(versions, exceptions);
    for (String exception : exceptions) {
      Set<String> others = new HashSet<>(exceptions);
      others.remove(exception);
      if (disagreements(versions, others).equals(found)) {
        needless.add(exception);
      }
    }
    return needless;
  }
}
