package dev.reprise.rewrite.internal;

import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.JavaVisitor;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/** Finds the classes with which a file exchanges values of the types of the library. */
final class SharedTypes extends JavaVisitor<Integer> {

  private final Peer peer;
  private final Set<String> owners = new TreeSet<>();

  private SharedTypes(Peer peer) {
    this.peer = peer;
  }

  /** The names of these classes. */
  static Set<String> of(J.CompilationUnit file, Peer peer) {
    SharedTypes shared = new SharedTypes(peer);
    shared.visit(file, 0);
    return shared.owners;
  }

  @Override
  public J visitClassDeclaration(J.ClassDeclaration declaration, Integer context) {
    if (declaration.getType() != null) {
      add(declaration.getType().getSupertype());
      declaration.getType().getInterfaces().forEach(this::add);
    }
    return super.visitClassDeclaration(declaration, context);
  }

  @Override
  public @Nullable JavaType visitType(@Nullable JavaType type, Integer context) {
    if (type instanceof JavaType.Method method
        && (peer.mentions(method.getReturnType())
            || method.getParameterTypes().stream().anyMatch(peer::mentions))) {
      add(method.getDeclaringType());
    }
    if (type instanceof JavaType.Variable variable && peer.mentions(variable.getType())) {
      add(TypeUtils.asFullyQualified(variable.getOwner()));
    }
    return type;
  }

  private void add(JavaType.@Nullable FullyQualified owner) {
    if (owner != null && !peer.owns(owner)) {
      owners.add(owner.getFullyQualifiedName());
    }
  }
}
