package dev.reprise.rewrite.internal;

import static java.util.Collections.emptyList;
import static org.openrewrite.Tree.randomId;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.internal.JavaReflectionTypeMapping;
import org.openrewrite.java.internal.JavaTypeCache;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JContainer;
import org.openrewrite.java.tree.JLeftPadded;
import org.openrewrite.java.tree.JRightPadded;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.Space;
import org.openrewrite.java.tree.TypeUtils;
import org.openrewrite.marker.Markers;

/**
 * Creates trees of Java code, with the types that reflection finds in the classes of Reprise and of
 * the JDK.
 */
public final class Code {

  private static final JavaReflectionTypeMapping TYPES =
      new JavaReflectionTypeMapping(new JavaTypeCache());

  private Code() {}

  /** The type of a class. */
  public static synchronized JavaType.FullyQualified type(Class<?> type) {
    return Objects.requireNonNull(TypeUtils.asFullyQualified(TYPES.type(type)));
  }

  private static synchronized JavaType.Method type(Method method) {
    return TYPES.method(method);
  }

  /** The simple name of a class that the file imports. */
  public static J.Identifier name(Class<?> type) {
    return new J.Identifier(
        randomId(),
        Space.EMPTY,
        Markers.EMPTY,
        emptyList(),
        type.getSimpleName(),
        type(type),
        null);
  }

  /** A name without a type, such as that of a method or of an attribute. */
  static J.Identifier plainName(String name, @Nullable JavaType type) {
    return new J.Identifier(randomId(), Space.EMPTY, Markers.EMPTY, emptyList(), name, type, null);
  }

  /** The name of a variable. */
  public static J.Identifier variable(String name, JavaType type) {
    return new J.Identifier(
        randomId(),
        Space.EMPTY,
        Markers.EMPTY,
        emptyList(),
        name,
        type,
        new JavaType.Variable(null, 0, name, null, type, emptyList()));
  }

  /** A call of a static method. */
  public static J.MethodInvocation callStatic(Class<?> owner, String method, Object... arguments) {
    return call(name(owner), Space.EMPTY, owner, method, arguments);
  }

  /** A call on an expression, on the same line. */
  public static J.MethodInvocation call(
      Expression select, Class<?> owner, String method, Object... arguments) {
    return call(select, Space.EMPTY, owner, method, arguments);
  }

  /**
   * A call on an expression.
   *
   * @param select the expression
   * @param beforeDot the space before the dot
   * @param owner the class that has the method
   * @param method its name; with several methods of this name the number of parameters, then the
   *     first parameter type decides
   * @param arguments the arguments: expressions, in the order of the parameters
   */
  public static J.MethodInvocation call(
      Expression select, Space beforeDot, Class<?> owner, String method, Object... arguments) {
    List<Expression> given = new ArrayList<>();
    for (Object argument : arguments) {
      given.add((Expression) argument);
    }
    JavaType.Method type = type(find(owner, method, given));
    return new J.MethodInvocation(
        randomId(),
        Space.EMPTY,
        Markers.EMPTY,
        new JRightPadded<>(select, beforeDot, Markers.EMPTY),
        null,
        plainName(method, type),
        arguments(given),
        type);
  }

  /** A call with another type of its result. */
  public static J.MethodInvocation returning(J.MethodInvocation call, @Nullable JavaType result) {
    if (call.getMethodType() == null || result == null) {
      return call;
    }
    JavaType.Method type = call.getMethodType().withReturnType(result);
    return call.withName(call.getName().withType(type)).withMethodType(type);
  }

  /** An argument list on one line. */
  static JContainer<Expression> arguments(List<Expression> given) {
    List<JRightPadded<Expression>> padded = new ArrayList<>();
    for (int i = 0; i < given.size(); i++) {
      Expression argument = given.get(i);
      boolean keep = argument.getPrefix().getWhitespace().contains("\n");
      Space space = i == 0 ? Space.EMPTY : Space.SINGLE_SPACE;
      padded.add(JRightPadded.build(keep ? argument : argument.withPrefix(space)));
    }
    if (padded.isEmpty()) {
      padded.add(JRightPadded.build(new J.Empty(randomId(), Space.EMPTY, Markers.EMPTY)));
    }
    return JContainer.build(padded);
  }

  private static Method find(Class<?> owner, String name, List<Expression> arguments) {
    List<Method> found =
        Arrays.stream(owner.getMethods())
            .filter(method -> method.getName().equals(name) && !method.isBridge())
            .filter(
                method ->
                    method.isVarArgs()
                        ? arguments.size() >= method.getParameterCount() - 1
                        : method.getParameterCount() == arguments.size())
            .toList();
    if (found.size() == 1) {
      return found.get(0);
    }
    return found.stream()
        .filter(method -> accepts(method, arguments))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no method " + owner + "." + name));
  }

  private static boolean accepts(Method method, List<Expression> arguments) {
    for (int i = 0; i < arguments.size() && i < method.getParameterCount(); i++) {
      JavaType given = arguments.get(i).getType();
      Class<?> parameter = method.getParameterTypes()[i];
      if (given instanceof JavaType.Primitive primitive) {
        boolean fits =
            parameter == String.class
                ? primitive == JavaType.Primitive.String
                : parameter.isPrimitive();
        if (!fits) {
          return false;
        }
      } else if (given != null && !TypeUtils.isAssignableTo(parameter.getName(), given)) {
        return false;
      }
    }
    return true;
  }

  /** The literal of a whole number. */
  public static J.Literal number(int value) {
    return literal(value, Integer.toString(value), JavaType.Primitive.Int);
  }

  /** The literal of a long whole number. */
  public static J.Literal number(long value) {
    return literal(value, value + "L", JavaType.Primitive.Long);
  }

  /** The literal of a number with a fraction. */
  public static J.Literal number(double value) {
    return literal(value, Double.toString(value), JavaType.Primitive.Double);
  }

  /** The literal of a text. */
  public static J.Literal text(String value) {
    String source = '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    return literal(value, source, JavaType.Primitive.String);
  }

  static J.Literal nullLiteral() {
    return new J.Literal(
        randomId(), Space.EMPTY, Markers.EMPTY, null, "null", null, JavaType.Primitive.Null);
  }

  private static J.Literal literal(Object value, String source, JavaType.Primitive type) {
    return new J.Literal(randomId(), Space.EMPTY, Markers.EMPTY, value, source, null, type);
  }

  /** The sum of an expression and a number. */
  public static Expression plus(Expression left, int right) {
    return binary(left, J.Binary.Type.Addition, right);
  }

  /** The difference of an expression and a number. */
  public static Expression minus(Expression left, int right) {
    return binary(left, J.Binary.Type.Subtraction, right);
  }

  /** The comparison of an expression with a number. */
  public static Expression equalTo(Expression left, int right) {
    return ((J.Binary) binary(left, J.Binary.Type.Equal, right))
        .withType(JavaType.Primitive.Boolean);
  }

  private static Expression binary(Expression left, J.Binary.Type operator, int right) {
    return new J.Binary(
        randomId(),
        left.getPrefix(),
        Markers.EMPTY,
        operand(left.withPrefix(Space.EMPTY)),
        new JLeftPadded<>(Space.SINGLE_SPACE, operator, Markers.EMPTY),
        number(right).withPrefix(Space.SINGLE_SPACE),
        JavaType.Primitive.Int);
  }

  private static Expression operand(Expression expression) {
    boolean simple =
        expression instanceof J.MethodInvocation
            || expression instanceof J.Identifier
            || expression instanceof J.FieldAccess
            || expression instanceof J.Literal;
    return simple ? expression : parenthesized(expression);
  }

  /** An expression in parentheses. */
  public static Expression parenthesized(Expression expression) {
    return new J.Parentheses<>(
        randomId(),
        expression.getPrefix(),
        Markers.EMPTY,
        JRightPadded.build(expression.withPrefix(Space.EMPTY)));
  }

  /** A reference to a method of a value, such as {@code supplier::get}. */
  public static J.MemberReference reference(
      Expression containing, Class<?> owner, String method, Class<?> functional) {
    JavaType.Method type = type(find(owner, method, emptyList()));
    return new J.MemberReference(
        randomId(),
        Space.EMPTY,
        Markers.EMPTY,
        JRightPadded.build(containing.withPrefix(Space.EMPTY)),
        null,
        JLeftPadded.build(plainName(method, null)),
        type(functional),
        type,
        null);
  }

  /** The class literal of a named type. */
  public static Expression classLiteral(Expression typeName) {
    JavaType.FullyQualified type = TypeUtils.asFullyQualified(typeName.getType());
    return new J.FieldAccess(
        randomId(),
        Space.EMPTY,
        Markers.EMPTY,
        typeName.withPrefix(Space.EMPTY),
        JLeftPadded.build(plainName("class", null)),
        new JavaType.Parameterized(
            null,
            type(Class.class),
            List.of(type == null ? JavaType.Unknown.getInstance() : type)));
  }
}
