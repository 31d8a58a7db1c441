package dev.reprise.rewrite.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.JavaVisitor;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.Statement;
import org.openrewrite.java.tree.TypeUtils;

/**
 * The types of the library that a container passes between the classes of a project, without a
 * reference from one class to the other.
 *
 * @param beans the types of the beans that a file defines
 * @param wanted the types of the parameters, and of the fields without a value, of a file
 */
record Injection(List<JavaType> beans, List<JavaType> wanted) {

  /** The annotations of methods that define beans, by simple name. */
  private static final Set<String> DEFINING = Set.of("Bean", "Produces", "Provides");

  /** Reads a file. */
  static Injection of(J.CompilationUnit file, Peer peer) {
    Injection injection = new Injection(new ArrayList<>(), new ArrayList<>());
    new JavaVisitor<Integer>() {
      @Override
      public J visitMethodDeclaration(J.MethodDeclaration method, Integer context) {
        boolean defines =
            method.getLeadingAnnotations().stream()
                .anyMatch(it -> DEFINING.contains(it.getSimpleName()));
        if (defines && method.getMethodType() != null) {
          add(method.getMethodType().getReturnType(), peer, injection.beans);
        }
        method.getParameters().forEach(it -> add(it, peer, injection.wanted));
        return super.visitMethodDeclaration(method, context);
      }

      @Override
      public J visitClassDeclaration(J.ClassDeclaration declaration, Integer context) {
        declaration.getBody().getStatements().stream()
            .filter(it -> it instanceof J.VariableDeclarations field && isUnset(field))
            .forEach(it -> add(it, peer, injection.wanted));
        return super.visitClassDeclaration(declaration, context);
      }
    }.visit(file, 0);
    return injection;
  }

  private static boolean isUnset(J.VariableDeclarations field) {
    return field.getVariables().stream().allMatch(it -> it.getInitializer() == null);
  }

  private static void add(Statement declaration, Peer peer, List<JavaType> types) {
    if (declaration instanceof J.VariableDeclarations variables) {
      add(variables.getType(), peer, types);
    }
  }

  /** Adds a type of the library, or those in a collection. */
  private static void add(@Nullable JavaType type, Peer peer, List<JavaType> types) {
    if (peer.owns(type) && type != null) {
      types.add(type);
    } else if (type instanceof JavaType.Parameterized collection) {
      collection.getTypeParameters().forEach(it -> add(it, peer, types));
    }
  }

  /** Returns true if a bean of this file fits a parameter or field of another. */
  boolean provides(Injection other) {
    return beans.stream().anyMatch(bean -> other.wanted.stream().anyMatch(it -> fits(bean, it)));
  }

  private static boolean fits(JavaType bean, JavaType wanted) {
    JavaType.FullyQualified named = TypeUtils.asFullyQualified(wanted);
    return named != null && TypeUtils.isAssignableTo(named.getFullyQualifiedName(), bean);
  }
}
