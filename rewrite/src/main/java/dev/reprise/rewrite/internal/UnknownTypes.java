package dev.reprise.rewrite.internal;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.JavaVisitor;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;

/** Finds imports of the library whose classes are not on the class path of the parser. */
final class UnknownTypes {

  private UnknownTypes() {}

  /** Reasons by the id of the import; empty if the parser knows the library. */
  static Map<UUID, String> of(J.CompilationUnit file, Peer peer) {
    Map<UUID, String> found = new LinkedHashMap<>();
    for (J.Import statement : file.getImports()) {
      if (isOf(statement, peer) && isUnknown(statement, file, peer)) {
        found.put(
            statement.getId(),
            "the parser does not know this import, since "
                + peer.name()
                + " is not on its class path");
      }
    }
    return found;
  }

  private static boolean isOf(J.Import statement, Peer peer) {
    return peer.ownsName(statement.getTypeName()) || peer.ownsName(statement.getPackageName());
  }

  private static boolean isUnknown(J.Import statement, J.CompilationUnit file, Peer peer) {
    J.FieldAccess name = statement.getQualid();
    if (statement.isStatic()) {
      return isUnknown(name.getTarget().getType());
    }
    if (!name.getSimpleName().equals("*")) {
      return isUnknown(name.getType());
    }
    return file.getTypesInUse().getTypesInUse().stream().noneMatch(peer::mentions)
        && usesUnknown(file);
  }

  private static boolean isUnknown(@Nullable JavaType type) {
    return type == null || type instanceof JavaType.Unknown;
  }

  private static boolean usesUnknown(J.CompilationUnit file) {
    boolean[] unknown = {false};
    new JavaVisitor<Integer>() {
      @Override
      public J visitImport(J.Import statement, Integer context) {
        return statement;
      }

      @Override
      public J visitIdentifier(J.Identifier name, Integer context) {
        unknown[0] |= name.getFieldType() == null && name.getType() instanceof JavaType.Unknown;
        return name;
      }
    }.visit(file, 0);
    return unknown[0];
  }
}
