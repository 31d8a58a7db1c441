package dev.reprise.rewrite.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.openrewrite.Cursor;
import org.openrewrite.ExecutionContext;
import org.openrewrite.java.AddImport;
import org.openrewrite.java.JavaVisitor;
import org.openrewrite.java.RemoveImport;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JRightPadded;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/** Migrates one Java file completely, or finds out why that is not possible. */
final class FileMigration {

  /** Marks reasons that give way to more precise ones at the same statement. */
  private static final String GENERAL = "~";

  private final Peer peer;
  private final Supplier<SourceTranslation> translations;
  private final Set<String> ourClasses;

  FileMigration(Peer peer, Supplier<SourceTranslation> translations, Set<String> ourClasses) {
    this.peer = peer;
    this.translations = translations;
    this.ourClasses = ourClasses;
  }

  /** The reasons why a file cannot be migrated, by the id of the tree; empty if it can be. */
  Map<UUID, String> obstacles(J.CompilationUnit file, ExecutionContext context) {
    SourceTranslation translation = translations.get();
    J.CompilationUnit translated = translated(file, translation, context);
    Map<UUID, String> obstacles = new LinkedHashMap<>(translation.refusals());
    obstacles.putAll(UnknownTypes.of(file, peer));
    Leftovers.in(translated, peer, ourClasses)
        .forEach((id, reason) -> obstacles.putIfAbsent(id, GENERAL + reason));
    if (obstacles.isEmpty()) {
      J.CompilationUnit replaced = replaced(translated);
      obstacles.putAll(Clashes.in(replaced, addedImports(file, replaced)));
    }
    return obstacles;
  }

  /** The migrated file; only for a file without obstacles. */
  J.CompilationUnit migrated(J.CompilationUnit file, ExecutionContext context) {
    J.CompilationUnit translated = translated(file, translations.get(), context);
    J.CompilationUnit replaced = replaced(LostComments.restored(file, translated));
    J.CompilationUnit imported = withoutImports(replaced);
    for (String needed : addedImports(file, replaced)) {
      imported =
          (J.CompilationUnit)
              new AddImport<ExecutionContext>(needed, null, false).visitNonNull(imported, context);
    }
    Set<String> used = usedTypes(file);
    for (J.Import before : file.getImports()) {
      // An import that was unused before may be that of a class which the parser does not know.
      if (!before.isStatic() && used.contains(before.getTypeName())) {
        imported =
            (J.CompilationUnit)
                new RemoveImport<ExecutionContext>(before.getTypeName())
                    .visitNonNull(imported, context);
      }
    }
    return imported;
  }

  private static J.CompilationUnit translated(
      J.CompilationUnit file, SourceTranslation translation, ExecutionContext context) {
    return (J.CompilationUnit) translation.visitNonNull(file, context);
  }

  private J.CompilationUnit replaced(J.CompilationUnit translated) {
    return (J.CompilationUnit) new TypeReplacement(peer).visitNonNull(translated, 0);
  }

  private static Set<String> usedTypes(J.CompilationUnit file) {
    return file.getTypesInUse().getTypesInUse().stream()
        .map(TypeUtils::asFullyQualified)
        .filter(Objects::nonNull)
        .map(JavaType.FullyQualified::getFullyQualifiedName)
        .collect(Collectors.toSet());
  }

  private J.CompilationUnit withoutImports(J.CompilationUnit file) {
    List<JRightPadded<J.Import>> kept = new ArrayList<>();
    for (JRightPadded<J.Import> padded : file.getPadding().getImports()) {
      if (!peer.ownsName(padded.getElement().getTypeName())
          && !peer.ownsName(padded.getElement().getPackageName())) {
        kept.add(padded);
      }
    }
    if (kept.size() == file.getImports().size()) {
      return file;
    }
    if (!kept.isEmpty()) {
      J.Import first = file.getImports().get(0);
      kept.set(0, kept.get(0).map(it -> it.withPrefix(first.getPrefix())));
    }
    J.CompilationUnit changed = file.getPadding().withImports(kept);
    return kept.isEmpty() && file.getPackageDeclaration() == null
        ? changed.withClasses(Trees.withoutFirstSpace(changed.getClasses()))
        : changed;
  }

  /** The classes that only the migrated file names. */
  private static Set<String> addedImports(J.CompilationUnit file, J.CompilationUnit migrated) {
    Set<String> added = namedClasses(migrated);
    added.removeAll(namedClasses(file));
    return added;
  }

  /** The classes of other packages that a file names without their packages. */
  private static Set<String> namedClasses(J.CompilationUnit file) {
    String own =
        file.getPackageDeclaration() == null ? "" : file.getPackageDeclaration().getPackageName();
    Set<String> named = new TreeSet<>();
    new JavaVisitor<Integer>() {
      @Override
      public J visitImport(J.Import statement, Integer context) {
        return statement;
      }

      @Override
      public J visitIdentifier(J.Identifier name, Integer context) {
        String full = importOf(name, own);
        if (full != null
            && !(getCursor().getParentTreeCursor().getValue() instanceof J.FieldAccess access
                && Trees.isSame(access.getName(), name))) {
          named.add(full);
        }
        return name;
      }
    }.visit(file, 0);
    return named;
  }

  private static @Nullable String importOf(J.Identifier name, String ownPackage) {
    JavaType.FullyQualified type = TypeUtils.asFullyQualified(name.getType());
    if (name.getFieldType() != null || type == null) {
      return null;
    }
    boolean visible = List.of("java.lang", ownPackage, "").contains(type.getPackageName());
    return !visible && type.getClassName().equals(name.getSimpleName())
        ? type.getFullyQualifiedName()
        : null;
  }

  /** The file with a comment above each place that keeps it from being migrated. */
  static J.CompilationUnit explained(J.CompilationUnit file, Map<UUID, String> obstacles) {
    return (J.CompilationUnit)
        new JavaVisitor<Integer>() {
          @Override
          public J preVisit(J tree, Integer context) {
            String reason = obstacles.get(tree.getId());
            if (reason != null) {
              Cursor place = getCursor();
              while (!SourceTranslation.isOnItsOwnLine(place)) {
                place = place.getParentOrThrow();
              }
              List<String> reasons = place.getMessage("reasons", new ArrayList<>());
              reasons.add(reason);
              place.putMessage("reasons", reasons);
            }
            return tree;
          }

          @Override
          public J postVisit(J tree, Integer context) {
            List<String> reasons = getCursor().pollMessage("reasons");
            return reasons == null ? tree : Comments.above(tree, texts(reasons));
          }
        }.visitNonNull(file, 0);
  }

  /** The precise reasons; without one, the first of the others. */
  private static List<String> texts(List<String> reasons) {
    List<String> precise =
        reasons.stream().filter(reason -> !reason.startsWith(GENERAL)).distinct().toList();
    List<String> shown =
        precise.isEmpty() ? List.of(reasons.get(0).substring(GENERAL.length())) : precise;
    return shown.stream().map(reason -> "not migrated: " + reason + ".").toList();
  }
}
