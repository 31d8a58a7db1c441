package dev.reprise.rewrite.internal;

import static java.util.Collections.emptyList;
import static org.openrewrite.Tree.randomId;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JRightPadded;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.Space;
import org.openrewrite.java.tree.TypeUtils;
import org.openrewrite.marker.Markers;

/** Conditions on results. Each method adds one to a policy, or returns why it cannot. */
public final class ResultConditions {

  private static final String GENERIC =
      "a condition on results with type arguments has no counterpart; use the raw class";

  private static final String VARIABLE =
      "a condition on results of a type variable has no counterpart; use a class";

  private ResultConditions() {}

  /** Returns true for {@code SomeException.class}. */
  public static boolean isClassLiteral(Expression expression) {
    return expression instanceof J.FieldAccess access && access.getSimpleName().equals("class");
  }

  /**
   * Retries results for which a lambda is true.
   *
   * @param builder the call that creates the builder, with the type of results as type argument
   */
  public static @Nullable String holding(
      PolicyCode policy, J.MethodInvocation builder, Expression function) {
    if (isNullCheck(function)) {
      policy.add("retryOnNull");
      return null;
    }
    Expression type = resultType(builder);
    Expression predicate = Lambdas.as(Predicate.class, function);
    if (type == null) {
      return GENERIC;
    }
    if (type.getType() instanceof JavaType.GenericTypeVariable) {
      return VARIABLE;
    }
    boolean two =
        function instanceof J.Lambda lambda && lambda.getParameters().getParameters().size() == 2;
    if (predicate == null || two || !Exceptions.thrownBy(function).isEmpty()) {
      return "only a lambda of the result that throws no checked exception has a counterpart";
    }
    policy.add("retryOnResult", Code.classLiteral(type), predicate);
    return null;
  }

  /**
   * Retries results that equal a value.
   *
   * @param name a free name for the result
   */
  public static @Nullable String equalTo(
      PolicyCode policy, J.MethodInvocation builder, Expression value, String name) {
    if (value instanceof J.Literal literal && literal.getValue() == null) {
      policy.add("retryOnNull");
      return null;
    }
    Expression type = resultType(builder);
    if (type == null) {
      return GENERIC;
    }
    if (type.getType() instanceof JavaType.GenericTypeVariable) {
      return VARIABLE;
    }
    boolean constant =
        value instanceof J.Literal
            || value instanceof J.FieldAccess
            || value instanceof J.Unary
            || isField(value);
    if (!constant) {
      return "the value of handleResult is computed; use a constant or handleResultIf";
    }
    policy.add("retryOnResult", Code.classLiteral(type), equality(type.getType(), value, name));
    return null;
  }

  private static boolean isField(Expression value) {
    return value instanceof J.Identifier name
        && name.getFieldType() != null
        && name.getFieldType().getOwner() instanceof JavaType.FullyQualified;
  }

  private static Expression equality(@Nullable JavaType type, Expression value, String name) {
    JavaType known = type == null ? Code.type(Object.class) : type;
    J.Identifier result = Code.variable(name, known);
    List<JRightPadded<J>> parameters = new ArrayList<>();
    JavaType.Variable variable = result.getFieldType();
    List<JRightPadded<J.VariableDeclarations.NamedVariable>> names = new ArrayList<>();
    names.add(
        JRightPadded.build(
            new J.VariableDeclarations.NamedVariable(
                randomId(), Space.EMPTY, Markers.EMPTY, result, emptyList(), null, variable)));
    parameters.add(
        JRightPadded.build(
            new J.VariableDeclarations(
                randomId(),
                Space.EMPTY,
                Markers.EMPTY,
                emptyList(),
                emptyList(),
                null,
                null,
                names)));
    return new J.Lambda(
        randomId(),
        Space.EMPTY,
        Markers.EMPTY,
        new J.Lambda.Parameters(randomId(), Space.EMPTY, Markers.EMPTY, false, parameters),
        Space.SINGLE_SPACE,
        Code.call(result, Object.class, "equals", value).withPrefix(Space.SINGLE_SPACE),
        Code.type(Predicate.class));
  }

  private static boolean isNullCheck(Expression function) {
    if (function instanceof J.MemberReference reference) {
      return reference.getReference().getSimpleName().equals("isNull")
          && reference.getMethodType() != null
          && TypeUtils.isOfClassType(
              reference.getMethodType().getDeclaringType(), "java.util.Objects");
    }
    return function instanceof J.Lambda lambda
        && lambda.getBody() instanceof J.Binary binary
        && binary.getOperator() == J.Binary.Type.Equal
        && binary.getLeft() instanceof J.Identifier left
        && isNamed(Lambdas.parameter(lambda), left.getSimpleName())
        && binary.getRight() instanceof J.Literal literal
        && literal.getValue() == null;
  }

  private static boolean isNamed(J.@Nullable Identifier variable, String name) {
    return variable != null && variable.getSimpleName().equals(name);
  }

  /** The type argument of {@code builder()}, or Object; null for one with type arguments. */
  private static @Nullable Expression resultType(J.MethodInvocation builder) {
    if (builder.getTypeParameters() == null || builder.getTypeParameters().isEmpty()) {
      return Code.name(Object.class);
    }
    Expression type = builder.getTypeParameters().get(0);
    return type instanceof J.Identifier || type instanceof J.FieldAccess ? type : null;
  }
}
