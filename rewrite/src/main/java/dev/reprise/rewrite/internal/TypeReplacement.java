package dev.reprise.rewrite.internal;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.JavaVisitor;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.Space;

/** Replaces the types of the library by ours, in declarations and in the types of all trees. */
final class TypeReplacement extends JavaVisitor<Integer> {

  private final Peer peer;

  TypeReplacement(Peer peer) {
    this.peer = peer;
  }

  @Override
  public J visitImport(J.Import statement, Integer context) {
    return statement;
  }

  @Override
  public J visitIdentifier(J.Identifier name, Integer context) {
    Class<?> ours = name.getFieldType() == null ? peer.replacement(name.getType()) : null;
    if (ours != null) {
      return Code.name(ours).withPrefix(name.getPrefix()).withId(name.getId());
    }
    return super.visitIdentifier(name, context);
  }

  @Override
  public J visitFieldAccess(J.FieldAccess access, Integer context) {
    Class<?> ours = peer.replacement(access.getType());
    if (ours != null && access.getName().getFieldType() == null) {
      return Code.name(ours).withPrefix(access.getPrefix());
    }
    return super.visitFieldAccess(access, context);
  }

  @Override
  public @Nullable JavaType visitType(@Nullable JavaType type, Integer context) {
    return replaced(type);
  }

  private @Nullable JavaType replaced(@Nullable JavaType type) {
    if (type instanceof JavaType.Variable variable) {
      JavaType of = replaced(variable.getType());
      return of == variable.getType() || of == null ? variable : variable.withType(of);
    }
    if (type instanceof JavaType.Method method) {
      return replaced(method);
    }
    if (!peer.mentions(type)) {
      return type;
    }
    if (type instanceof JavaType.Array array) {
      return array.withElemType(known(array.getElemType()));
    }
    Class<?> ours = peer.replacement(type);
    if (ours != null) {
      return Code.type(ours);
    }
    return type instanceof JavaType.Parameterized parameterized
        ? parameterized.withTypeParameters(known(parameterized.getTypeParameters()))
        : type;
  }

  private JavaType.Method replaced(JavaType.Method method) {
    boolean mentioned =
        peer.mentions(method.getReturnType())
            || method.getParameterTypes().stream().anyMatch(peer::mentions);
    return mentioned
        ? method
            .withReturnType(known(method.getReturnType()))
            .withParameterTypes(known(method.getParameterTypes()))
        : method;
  }

  private List<JavaType> known(List<JavaType> types) {
    return types.stream().map(this::known).toList();
  }

  private JavaType known(JavaType type) {
    JavaType replaced = replaced(type);
    return replaced == null ? type : replaced;
  }

  /** The space of a tree without its comments. */
  static Space blank(Space space) {
    return Space.format(space.getWhitespace());
  }
}
