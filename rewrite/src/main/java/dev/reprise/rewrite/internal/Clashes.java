package dev.reprise.rewrite.internal;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.openrewrite.java.JavaVisitor;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.Statement;

/** Finds names and signatures that a migrated file would have twice. */
final class Clashes extends JavaVisitor<Integer> {

  private final Map<String, String> added = new HashMap<>();
  private final Map<UUID, String> found = new LinkedHashMap<>();

  private Clashes(Set<String> imports) {
    for (String full : imports) {
      added.put(full.substring(full.lastIndexOf('.') + 1), full);
    }
  }

  /**
   * Finds the clashes of a file.
   *
   * @param file the file with the types of Reprise
   * @param imports the classes that the migration imports, as fully qualified names
   * @return reasons by the id of the tree
   */
  static Map<UUID, String> in(J.CompilationUnit file, Set<String> imports) {
    Clashes clashes = new Clashes(imports);
    clashes.visit(file, 0);
    return clashes.found;
  }

  @Override
  public J visitImport(J.Import statement, Integer context) {
    return statement;
  }

  @Override
  public J visitIdentifier(J.Identifier name, Integer context) {
    String full = added.get(name.getSimpleName());
    boolean qualified =
        getCursor().getParentTreeCursor().getValue() instanceof J.FieldAccess access
            && Trees.isSame(access.getName(), name);
    if (full != null && name.getFieldType() == null && !qualified && isOther(name, full)) {
      found.put(
          name.getId(),
          name.getSimpleName() + " is the name of another class here; the file needs " + full);
    }
    return name;
  }

  private static boolean isOther(J.Identifier name, String full) {
    return name.getType() instanceof JavaType.GenericTypeVariable
        || (name.getType() instanceof JavaType.FullyQualified type
            && !type.getFullyQualifiedName().equals(full));
  }

  @Override
  public J visitClassDeclaration(J.ClassDeclaration declaration, Integer context) {
    Set<List<String>> signatures = new HashSet<>();
    for (Statement statement : declaration.getBody().getStatements()) {
      if (statement instanceof J.MethodDeclaration method
          && method.getMethodType() != null
          && !signatures.add(signature(method.getMethodType()))) {
        found.put(
            method.getId(),
            "two methods named " + method.getSimpleName() + " would have the same parameters");
      }
    }
    return super.visitClassDeclaration(declaration, context);
  }

  private static List<String> signature(JavaType.Method method) {
    String parameters =
        method.getParameterTypes().stream().map(Clashes::erased).collect(Collectors.joining(","));
    return List.of(method.getName(), parameters);
  }

  private static String erased(JavaType type) {
    if (type instanceof JavaType.Array array) {
      return erased(array.getElemType()) + "[]";
    }
    return type instanceof JavaType.FullyQualified named
        ? named.getFullyQualifiedName()
        : String.valueOf(type);
  }
}
