package dev.reprise.rewrite.internal;

import static java.util.Collections.emptyList;
import static org.openrewrite.Tree.randomId;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.openrewrite.java.JavaVisitor;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JRightPadded;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.Space;
import org.openrewrite.java.tree.Statement;

/** The parameters of methods that become fallbacks. */
public final class Parameters {

  private static final String FAILURE = "failure";

  private Parameters() {}

  /** The types of the parameters of a method. */
  public static List<JavaType> types(J.MethodDeclaration method) {
    return method.getMethodType() == null ? List.of() : method.getMethodType().getParameterTypes();
  }

  private static List<J.VariableDeclarations> declared(J.MethodDeclaration method) {
    List<J.VariableDeclarations> declared = new ArrayList<>();
    for (Statement parameter : method.getParameters()) {
      if (parameter instanceof J.VariableDeclarations declaration) {
        declared.add(declaration);
      }
    }
    return declared;
  }

  /**
   * Returns true if no name of a method hides a parameter that it gets.
   *
   * @param leads whether its first parameter is the failure
   */
  public static boolean canBecome(
      J.MethodDeclaration method, J.MethodDeclaration retried, boolean leads) {
    Set<String> names = new HashSet<>();
    new JavaVisitor<Integer>() {
      @Override
      public J visitIdentifier(J.Identifier name, Integer context) {
        names.add(name.getSimpleName());
        return name;
      }
    }.visit(method, 0);
    int own = declared(method).size() - (leads ? 1 : 0);
    List<J.VariableDeclarations> wanted = declared(retried);
    boolean free =
        wanted.subList(own, wanted.size()).stream()
            .noneMatch(it -> names.contains(it.getVariables().get(0).getSimpleName()));
    return free && (leads || !names.contains(FAILURE));
  }

  /** A method with the parameters of the retried one, then the failure. */
  public static J.MethodDeclaration fallback(
      J.MethodDeclaration method, J.MethodDeclaration retried, boolean leads) {
    List<J.VariableDeclarations> own = declared(method);
    List<J.VariableDeclarations> parameters =
        new ArrayList<>(leads ? own.subList(1, own.size()) : own);
    List<J.VariableDeclarations> wanted = declared(retried);
    for (J.VariableDeclarations missing : wanted.subList(parameters.size(), wanted.size())) {
      parameters.add(missing.withId(randomId()).withLeadingAnnotations(emptyList()));
    }
    parameters.add(leads ? own.get(0) : failure());
    List<Statement> placed = new ArrayList<>();
    for (J.VariableDeclarations parameter : parameters) {
      placed.add(parameter.withPrefix(placed.isEmpty() ? Space.EMPTY : Space.SINGLE_SPACE));
    }
    return typed(method.withParameters(placed), retried, leads);
  }

  private static J.MethodDeclaration typed(
      J.MethodDeclaration changed, J.MethodDeclaration retried, boolean leads) {
    JavaType.Method type = changed.getMethodType();
    if (type == null) {
      return changed;
    }
    List<JavaType> types = new ArrayList<>(types(retried));
    types.add(leads ? type.getParameterTypes().get(0) : Code.type(Throwable.class));
    List<String> names = new ArrayList<>();
    declared(changed).forEach(it -> names.add(it.getVariables().get(0).getSimpleName()));
    JavaType.Method changedType = type.withParameterTypes(types).withParameterNames(names);
    return changed.withMethodType(changedType).withName(changed.getName().withType(changedType));
  }

  private static J.VariableDeclarations failure() {
    J.Identifier name = Code.variable(FAILURE, Code.type(Throwable.class));
    List<JRightPadded<J.VariableDeclarations.NamedVariable>> names = new ArrayList<>();
    names.add(
        JRightPadded.build(
            new J.VariableDeclarations.NamedVariable(
                randomId(),
                Space.SINGLE_SPACE,
                org.openrewrite.marker.Markers.EMPTY,
                name,
                emptyList(),
                null,
                name.getFieldType())));
    return new J.VariableDeclarations(
        randomId(),
        Space.EMPTY,
        org.openrewrite.marker.Markers.EMPTY,
        emptyList(),
        emptyList(),
        Code.name(Throwable.class),
        null,
        names);
  }
}
