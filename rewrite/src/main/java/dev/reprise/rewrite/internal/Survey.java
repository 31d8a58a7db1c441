package dev.reprise.rewrite.internal;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.openrewrite.ExecutionContext;
import org.openrewrite.java.JavaVisitor;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaSourceFile;
import org.openrewrite.java.tree.JavaType;

/**
 * All files of a project, and the decision which of them are migrated. Files that exchange types of
 * the library are migrated together or not at all. Filled by the scanner, for one run.
 */
public final class Survey {

  /**
   * A module of the project.
   *
   * @param artifact its artifact id
   * @param parent that of its parent; empty if it has none
   */
  record Module(String artifact, String parent) {}

  private final Peer peer;
  private final Map<Path, J.CompilationUnit> users = new TreeMap<>();
  private final Map<String, Path> declaredIn = new HashMap<>();
  private final Map<Path, Set<String>> sharesWith = new HashMap<>();
  private final Map<Path, Injection> injections = new HashMap<>();
  private final Set<Path> otherUsers = new TreeSet<>();
  private final Set<Path> configurationsThatStay = new TreeSet<>();
  private final Set<String> policiesThatStay = new TreeSet<>();
  private final Set<Path> managingPoms = new TreeSet<>();
  private final Map<Path, Module> poms = new TreeMap<>();
  private final Map<Path, Object> configurations = new TreeMap<>();
  private @Nullable Map<Path, Map<UUID, String>> obstacles;

  Survey(Peer peer) {
    this.peer = peer;
  }

  /** Adds a source of a language of the JVM. */
  void add(JavaSourceFile source) {
    Path path = source.getSourcePath();
    boolean uses = source.getTypesInUse().getTypesInUse().stream().anyMatch(peer::mentions);
    boolean usesFamily =
        source.getTypesInUse().getTypesInUse().stream()
            .anyMatch(type -> peer.isOfFamily(type) && !peer.owns(type));
    boolean imports =
        source.getImports().stream().anyMatch(it -> peer.ownsName(it.getPackageName()));
    if (source instanceof J.CompilationUnit file) {
      declare(file);
      if (uses || imports) {
        users.put(path, file);
      }
    } else if (uses || imports) {
      otherUsers.add(path);
    }
    if (usesFamily) {
      otherUsers.add(path);
    }
  }

  private void declare(J.CompilationUnit file) {
    new JavaVisitor<Integer>() {
      @Override
      public J visitClassDeclaration(J.ClassDeclaration declaration, Integer context) {
        if (declaration.getType() != null) {
          declaredIn.put(declaration.getType().getFullyQualifiedName(), file.getSourcePath());
        }
        return super.visitClassDeclaration(declaration, context);
      }
    }.visit(file, 0);
  }

  /** Adds a build file. */
  void addPom(Path pom, Module module, boolean managesLibrary) {
    poms.put(pom, module);
    if (managesLibrary) {
      managingPoms.add(pom);
    }
  }

  /** The configuration files with settings of the library, in the form that the recipe reads. */
  public Map<Path, Object> configurations() {
    return configurations;
  }

  /** Records that a configuration file keeps settings of the library. */
  public void keepConfiguration(Path file) {
    configurationsThatStay.add(file);
  }

  /** Records that a named policy of the configuration cannot be migrated. */
  public void keepPolicy(String name) {
    policiesThatStay.add(name);
  }

  /** Returns true if the configuration of a named policy cannot be migrated. */
  public boolean keepsPolicy(String name) {
    return policiesThatStay.contains(name);
  }

  /** Returns true if a file uses a type whose name begins so. */
  public boolean uses(String prefix) {
    return users.values().stream()
        .flatMap(file -> file.getTypesInUse().getTypesInUse().stream())
        .anyMatch(
            type ->
                type instanceof JavaType.FullyQualified named
                    && named.getFullyQualifiedName().startsWith(prefix));
  }

  /** Returns true if a file uses the library. */
  boolean isUser(Path file) {
    return users.containsKey(file);
  }

  /** Returns true if a build file below which the library is used manages its version. */
  boolean isManagedElsewhere(Path pom) {
    return managingPoms.stream().anyMatch(other -> !other.equals(pom));
  }

  /**
   * Returns true if some sources of a module, or of those of which it is the parent, still need the
   * library.
   */
  boolean needsLibrary(Path pom, boolean everywhere) {
    return otherUsers.stream().anyMatch(file -> everywhere || isOf(pom, file))
        || configurationsThatStay.stream().anyMatch(file -> everywhere || isOf(pom, file))
        || users.keySet().stream()
            .filter(file -> everywhere || isOf(pom, file))
            .anyMatch(file -> !obstaclesOf(file).isEmpty());
  }

  /**
   * Returns true if a file that is migrated is in a module, or in one of which it is the parent.
   */
  boolean needsReprise(Path pom) {
    return users.keySet().stream().anyMatch(file -> isOf(pom, file) && obstaclesOf(file).isEmpty());
  }

  /** Returns true for the nearest build file of a file, and the parents of that one. */
  private boolean isOf(Path pom, Path file) {
    Set<Path> passed = new HashSet<>();
    Path current = nearest(file);
    while (current != null && passed.add(current)) {
      if (current.equals(pom)) {
        return true;
      }
      current = parentOf(current);
    }
    return false;
  }

  private @Nullable Path nearest(Path file) {
    Path nearest = null;
    for (Path other : poms.keySet()) {
      Path folder = other.getParent();
      boolean holds = folder == null || file.startsWith(folder);
      if (holds && (nearest == null || depth(other) > depth(nearest))) {
        nearest = other;
      }
    }
    return nearest;
  }

  private @Nullable Path parentOf(Path pom) {
    Module module = poms.get(pom);
    return poms.entrySet().stream()
        .filter(it -> module != null && it.getValue().artifact().equals(module.parent()))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(null);
  }

  private static int depth(Path path) {
    return path.getNameCount();
  }

  /** The reasons why a file is not migrated; empty if it is. */
  Map<UUID, String> obstaclesOf(Path file) {
    return obstacles == null ? Map.of() : obstacles.getOrDefault(file, Map.of());
  }

  /** Decides for all files, once: for configuration files first. */
  void decide(
      Runnable configurations, Supplier<SourceTranslation> translations, ExecutionContext context) {
    if (obstacles != null) {
      return;
    }
    configurations.run();
    Map<Path, Map<UUID, String>> found = new LinkedHashMap<>();
    FileMigration migration = migration(translations);
    users.forEach(
        (path, file) -> {
          found.put(path, migration.obstacles(file, context));
          sharesWith.put(path, SharedTypes.of(file, peer));
          injections.put(path, Injection.of(file, peer));
        });
    spread(found);
    obstacles = found;
  }

  FileMigration migration(Supplier<SourceTranslation> translations) {
    return new FileMigration(peer, translations, declaredIn.keySet());
  }

  /** A file that shares types with one that stays has to stay too. */
  private void spread(Map<Path, Map<UUID, String>> found) {
    Map<Path, Set<Path>> ties = ties();
    Deque<Path> staying = new ArrayDeque<>(otherUsers);
    found.forEach(
        (path, reasons) -> {
          if (!reasons.isEmpty()) {
            staying.add(path);
          }
        });
    while (!staying.isEmpty()) {
      Path stays = staying.remove();
      for (Path tied : ties.getOrDefault(stays, Set.of())) {
        Map<UUID, String> reasons = found.get(tied);
        J.CompilationUnit file = users.get(tied);
        if (file != null && reasons != null && reasons.isEmpty()) {
          found.put(tied, tiedTo(file, stays));
          staying.add(tied);
        }
      }
    }
  }

  private Map<Path, Set<Path>> ties() {
    Map<Path, Set<Path>> ties = new HashMap<>();
    sharesWith.forEach(
        (path, owners) -> {
          for (String owner : owners) {
            Path other = declaredIn.get(owner);
            if (other != null) {
              tie(ties, path, other);
            }
          }
        });
    injections.forEach(
        (path, beans) ->
            injections.forEach(
                (other, wanted) -> {
                  if (beans.provides(wanted)) {
                    tie(ties, path, other);
                  }
                }));
    return ties;
  }

  private static void tie(Map<Path, Set<Path>> ties, Path one, Path other) {
    if (!one.equals(other)) {
      ties.computeIfAbsent(one, it -> new TreeSet<>()).add(other);
      ties.computeIfAbsent(other, it -> new TreeSet<>()).add(one);
    }
  }

  private Map<UUID, String> tiedTo(J.CompilationUnit file, Path other) {
    String reason =
        "this file shares types of "
            + peer.name()
            + " with "
            + other.getFileName()
            + ", which is not migrated";
    return Map.of(file.getClasses().get(0).getId(), reason);
  }
}
