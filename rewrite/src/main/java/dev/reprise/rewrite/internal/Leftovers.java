package dev.reprise.rewrite.internal;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.JavaVisitor;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/** Finds what a translation left of the library, as reasons by the id of the tree. */
final class Leftovers extends JavaVisitor<Integer> {

  private final Peer peer;
  private final Set<String> ourClasses;
  private final Map<UUID, String> found = new LinkedHashMap<>();

  private Leftovers(Peer peer, Set<String> ourClasses) {
    this.peer = peer;
    this.ourClasses = ourClasses;
  }

  /**
   * Finds the leftovers of a file.
   *
   * @param ourClasses classes of the project, as fully qualified names
   */
  static Map<UUID, String> in(J.CompilationUnit file, Peer peer, Set<String> ourClasses) {
    Leftovers leftovers = new Leftovers(peer, ourClasses);
    leftovers.visit(file, 0);
    return leftovers.found;
  }

  @Override
  public J visitImport(J.Import statement, Integer context) {
    return statement;
  }

  @Override
  public J visitMethodInvocation(J.MethodInvocation call, Integer context) {
    JavaType.Method type = call.getMethodType();
    if (type == null && call.getSelect() != null && peer.owns(call.getSelect().getType())) {
      found.put(call.getId(), "the type of " + call.getSimpleName() + " is unknown to the parser");
      return call;
    }
    if (type != null) {
      if (peer.owns(type.getDeclaringType())) {
        found.put(call.getId(), without(type));
        return call;
      }
      checkSignature(call, type);
    }
    return super.visitMethodInvocation(call, context);
  }

  @Override
  public J visitNewClass(J.NewClass creation, Integer context) {
    JavaType.Method type = creation.getConstructorType();
    if (type != null) {
      checkSignature(creation, type);
    }
    return super.visitNewClass(creation, context);
  }

  private void checkSignature(Expression call, JavaType.Method type) {
    boolean foreign = isForeign(type.getDeclaringType());
    boolean unfit =
        type.getParameterTypes().stream()
                .anyMatch(it -> peer.mentionsUnreplaced(it) || (foreign && peer.owns(it)))
            || (foreign && peer.owns(type.getReturnType()));
    if (unfit) {
      found.put(
          call.getId(),
          type.getDeclaringType().getClassName()
              + "."
              + type.getName()
              + " has a type of "
              + peer.name()
              + " in its signature");
    }
  }

  /** Neither of the project nor generic as collections are, nor ours. */
  private boolean isForeign(JavaType.FullyQualified owner) {
    String name = owner.getFullyQualifiedName();
    return !ourClasses.contains(name)
        && !name.startsWith("java.")
        && !name.startsWith("dev.reprise.");
  }

  @Override
  public J visitMemberReference(J.MemberReference reference, Integer context) {
    JavaType.Method type = reference.getMethodType();
    if (type != null && peer.owns(type.getDeclaringType())) {
      found.put(reference.getId(), without(type));
      return reference;
    }
    return super.visitMemberReference(reference, context);
  }

  @Override
  public J visitFieldAccess(J.FieldAccess access, Integer context) {
    boolean literal =
        access.getSimpleName().equals("class") && peer.owns(access.getTarget().getType());
    if (literal) {
      found.put(access.getId(), "class literals of " + peer.name() + " are not migrated");
      return access;
    }
    return super.visitFieldAccess(access, context);
  }

  @Override
  public J visitClassDeclaration(J.ClassDeclaration declaration, Integer context) {
    if (peer.owns(declaration.getExtends() == null ? null : declaration.getExtends().getType())) {
      found.put(declaration.getId(), subtype());
    }
    if (declaration.getImplements() != null
        && declaration.getImplements().stream().anyMatch(type -> peer.owns(type.getType()))) {
      found.put(declaration.getId(), subtype());
    }
    return super.visitClassDeclaration(declaration, context);
  }

  private String subtype() {
    return "a class that extends or implements a type of " + peer.name() + " is not migrated";
  }

  @Override
  public J visitLambda(J.Lambda lambda, Integer context) {
    if (peer.owns(lambda.getType())) {
      found.put(lambda.getId(), noCounterpart(lambda.getType()));
    }
    return super.visitLambda(lambda, context);
  }

  @Override
  public J visitIdentifier(J.Identifier name, Integer context) {
    if (name.getFieldType() == null
        && peer.owns(name.getType())
        && peer.replacement(name.getType()) == null) {
      found.put(name.getId(), noCounterpart(name.getType()));
    } else if (name.getFieldType() != null && peer.mentionsUnreplaced(name.getType())) {
      found.put(name.getId(), noCounterpart(name.getType()));
    }
    return name;
  }

  private String noCounterpart(@Nullable JavaType type) {
    JavaType.FullyQualified named = TypeUtils.asFullyQualified(type);
    String name = named == null ? String.valueOf(type) : named.getClassName();
    String hint = peer.hints().get(name);
    return hint == null ? name + " of " + peer.name() + " has no counterpart here" : hint;
  }

  private String without(JavaType.Method type) {
    String hint = peer.hints().get(type.getDeclaringType().getClassName());
    return hint != null
        ? hint
        : type.getDeclaringType().getClassName()
            + "."
            + type.getName()
            + " of "
            + peer.name()
            + " has no counterpart here";
  }
}
