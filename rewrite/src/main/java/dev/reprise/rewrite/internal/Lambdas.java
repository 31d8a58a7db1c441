package dev.reprise.rewrite.internal;

import static java.util.Collections.emptyList;
import static org.openrewrite.Tree.randomId;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.openrewrite.internal.ListUtils;
import org.openrewrite.java.JavaVisitor;
import org.openrewrite.java.tree.Comment;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JContainer;
import org.openrewrite.java.tree.JLeftPadded;
import org.openrewrite.java.tree.JRightPadded;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.NameTree;
import org.openrewrite.java.tree.Space;
import org.openrewrite.java.tree.Statement;
import org.openrewrite.java.tree.TypeTree;
import org.openrewrite.marker.Markers;

/** Lambdas and method references as arguments of other methods. */
public final class Lambdas {

  private Lambdas() {}

  /**
   * A lambda or method reference as another functional interface.
   *
   * @return null for any other expression: its type would not fit
   */
  public static @Nullable Expression as(Class<?> functional, Expression function) {
    if (function instanceof J.Lambda lambda) {
      return lambda.withType(Code.type(functional));
    }
    return function instanceof J.MemberReference reference
        ? reference.withType(Code.type(functional))
        : null;
  }

  /** The only parameter of a lambda; null if there is none, or more than one. */
  public static J.@Nullable Identifier parameter(J.Lambda lambda) {
    List<J> parameters =
        lambda.getParameters().getParameters().stream()
            .filter(it -> !(it instanceof J.Empty))
            .toList();
    if (parameters.size() != 1) {
      return null;
    }
    if (parameters.get(0) instanceof J.VariableDeclarations declared) {
      return declared.getVariables().get(0).getName();
    }
    return parameters.get(0) instanceof J.Identifier name ? name : null;
  }

  /** A lambda that returns null where it returns or ends, for a lambda without a result. */
  public static J.Lambda returningNull(J.Lambda lambda, String indent, String step) {
    Space inner = Space.format("\n" + indent + step);
    List<JRightPadded<Statement>> statements = new ArrayList<>();
    Space end = Space.format("\n" + indent);
    boolean completes = true;
    if (lambda.getBody() instanceof J.Block body) {
      J.Block block = (J.Block) new NullReturns().visitNonNull(body, 0);
      completes = Completion.isPossible(block);
      statements.addAll(block.getPadding().getStatements());
      if (!block.getStatements().isEmpty()) {
        inner = TypeReplacement.blank(block.getStatements().get(0).getPrefix());
      }
      end = block.getEnd();
    } else {
      statements.add(JRightPadded.build(((Statement) lambda.getBody()).withPrefix(inner)));
    }
    if (completes) {
      statements.add(JRightPadded.build(returning(Code.nullLiteral()).withPrefix(inner)));
    }
    return lambda.withBody(block(statements, end));
  }

  /** Returns null in place of nothing. */
  private static final class NullReturns extends OwnCode {

    @Override
    public J visitReturn(J.Return statement, Integer context) {
      return statement.getExpression() == null
          ? statement.withExpression(Code.nullLiteral().withPrefix(Space.SINGLE_SPACE))
          : statement;
    }
  }

  private static J.Return returning(Expression value) {
    return new J.Return(
        randomId(), Space.EMPTY, Markers.EMPTY, value.withPrefix(Space.SINGLE_SPACE));
  }

  private static J.Block block(List<JRightPadded<Statement>> statements, Space end) {
    return new J.Block(
        randomId(), Space.SINGLE_SPACE, Markers.EMPTY, JRightPadded.build(false), statements, end);
  }

  /**
   * The place of new code.
   *
   * @param indent the indentation of the statement that contains it
   * @param step one step of indentation
   */
  public record Layout(String indent, String step) {}

  /**
   * A lambda without parameters that wraps its checked exceptions in an unchecked one. For an
   * interruption, it sets the flag of the thread.
   *
   * @param exceptions the exceptions
   * @param name the name of the exception in the catch clauses
   * @param layout the place of the statement that contains the lambda
   * @param returns whether the lambda has a result
   */
  public static J.Lambda wrapping(
      J.Lambda lambda,
      List<JavaType.FullyQualified> exceptions,
      String name,
      Layout layout,
      boolean returns) {
    Space outer = Space.format("\n" + layout.indent() + layout.step());
    Space inner = Space.format("\n" + layout.indent() + layout.step() + layout.step());
    J.Block body = body(lambda, inner, outer, returns, layout.step());
    List<J.Try.Catch> clauses = new ArrayList<>();
    for (Handler handler : handlers(exceptions)) {
      clauses.add(clause(handler, name, inner, outer));
    }
    J.Try attempt = new J.Try(randomId(), outer, Markers.EMPTY, null, body, clauses, null);
    List<JRightPadded<Statement>> statements = new ArrayList<>();
    statements.add(JRightPadded.build(attempt));
    return lambda.withBody(block(statements, Space.format("\n" + layout.indent())));
  }

  /** A catch clause that throws exceptions again, wrapped in a class unless it is null. */
  private record Handler(
      List<JavaType.FullyQualified> types, @Nullable Class<?> wrapper, boolean interrupts) {}

  private static List<Handler> handlers(List<JavaType.FullyQualified> exceptions) {
    boolean wide = exceptions.stream().anyMatch(it -> is(it, Exception.class));
    List<JavaType.FullyQualified> others =
        exceptions.stream().filter(it -> !is(it, InterruptedException.class)).toList();
    List<Handler> handlers = new ArrayList<>();
    if (wide || others.size() < exceptions.size()) {
      handlers.add(
          new Handler(
              List.of(Code.type(InterruptedException.class)), CompletionException.class, true));
    }
    if (wide) {
      handlers.add(new Handler(List.of(Code.type(RuntimeException.class)), null, false));
    }
    if (!others.isEmpty()) {
      boolean io = others.size() == 1 && is(others.get(0), IOException.class);
      handlers.add(
          new Handler(others, io ? UncheckedIOException.class : CompletionException.class, false));
    }
    return handlers;
  }

  private static boolean is(JavaType.FullyQualified type, Class<?> exception) {
    return type.getFullyQualifiedName().equals(exception.getName());
  }

  private static J.Block body(
      J.Lambda lambda, Space inner, Space outer, boolean returns, String step) {
    if (lambda.getBody() instanceof J.Block block) {
      return ((J.Block) new Indented(step).visitNonNull(block, 0)).withPrefix(Space.SINGLE_SPACE);
    }
    Statement only =
        returns ? returning((Expression) lambda.getBody()) : (Statement) lambda.getBody();
    List<JRightPadded<Statement>> statements = new ArrayList<>();
    statements.add(JRightPadded.build(only.withPrefix(inner)));
    return block(statements, outer);
  }

  private static J.Try.Catch clause(Handler handler, String failure, Space inner, Space outer) {
    List<JavaType.FullyQualified> types = handler.types();
    JavaType type = types.size() == 1 ? types.get(0) : Code.type(Exception.class);
    J.Identifier name = Code.variable(failure, type);
    JavaType.Variable variable = name.getFieldType();
    J.VariableDeclarations.NamedVariable named =
        new J.VariableDeclarations.NamedVariable(
            randomId(), Space.SINGLE_SPACE, Markers.EMPTY, name, emptyList(), null, variable);
    List<JRightPadded<J.VariableDeclarations.NamedVariable>> variables = new ArrayList<>();
    variables.add(JRightPadded.build(named));
    J.VariableDeclarations declaration =
        new J.VariableDeclarations(
            randomId(),
            Space.EMPTY,
            Markers.EMPTY,
            emptyList(),
            emptyList(),
            typeExpression(types),
            null,
            variables);
    Expression thrown =
        handler.wrapper() == null
            ? name.withPrefix(Space.SINGLE_SPACE)
            : creation(handler.wrapper(), name);
    List<JRightPadded<Statement>> statements = new ArrayList<>();
    if (handler.interrupts()) {
      J.MethodInvocation thread = Code.callStatic(Thread.class, "currentThread");
      statements.add(
          JRightPadded.build(Code.call(thread, Thread.class, "interrupt").withPrefix(inner)));
    }
    statements.add(JRightPadded.build(new J.Throw(randomId(), inner, Markers.EMPTY, thrown)));
    return new J.Try.Catch(
        randomId(),
        Space.SINGLE_SPACE,
        Markers.EMPTY,
        new J.ControlParentheses<>(
            randomId(), Space.SINGLE_SPACE, Markers.EMPTY, JRightPadded.build(declaration)),
        block(statements, outer));
  }

  private static TypeTree typeExpression(List<JavaType.FullyQualified> types) {
    if (types.size() == 1) {
      return typeName(types.get(0));
    }
    List<JRightPadded<NameTree>> alternatives = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      NameTree name = typeName(types.get(i)).withPrefix(i == 0 ? Space.EMPTY : Space.SINGLE_SPACE);
      Space after = i + 1 < types.size() ? Space.SINGLE_SPACE : Space.EMPTY;
      alternatives.add(new JRightPadded<>(name, after, Markers.EMPTY));
    }
    return new J.MultiCatch(randomId(), Space.EMPTY, Markers.EMPTY, alternatives);
  }

  /** The name of a class; that of a nested class begins with the outer one. */
  private static TypeTree typeName(JavaType.FullyQualified type) {
    JavaType.FullyQualified outer = type.getOwningClass();
    if (outer == null) {
      return Code.plainName(type.getClassName(), type);
    }
    String simple = type.getClassName().substring(type.getClassName().lastIndexOf('.') + 1);
    return new J.FieldAccess(
        randomId(),
        Space.EMPTY,
        Markers.EMPTY,
        (Expression) typeName(outer),
        JLeftPadded.build(Code.plainName(simple, type)),
        type);
  }

  private static J.NewClass creation(Class<?> type, J.Identifier argument) {
    List<JRightPadded<Expression>> arguments = new ArrayList<>();
    arguments.add(JRightPadded.build(argument));
    JavaType.FullyQualified created = Code.type(type);
    JavaType.Method constructor =
        new JavaType.Method(
            null,
            1,
            created,
            "<constructor>",
            created,
            List.of("cause"),
            List.of(
                Code.type(
                    type == UncheckedIOException.class ? IOException.class : Throwable.class)),
            emptyList(),
            emptyList(),
            emptyList(),
            emptyList());
    return new J.NewClass(
        randomId(),
        Space.SINGLE_SPACE,
        Markers.EMPTY,
        null,
        Space.EMPTY,
        Code.name(type).withPrefix(Space.SINGLE_SPACE),
        JContainer.build(arguments),
        null,
        constructor);
  }

  /** Moves all lines of a tree to the right. */
  private static final class Indented extends JavaVisitor<Integer> {

    private final String step;

    Indented(String step) {
      this.step = step;
    }

    @Override
    public Space visitSpace(@Nullable Space space, Space.Location location, Integer context) {
      if (space == null) {
        return Space.EMPTY;
      }
      List<Comment> comments =
          ListUtils.map(
              space.getComments(), comment -> comment.withSuffix(moved(comment.getSuffix())));
      return space.withWhitespace(moved(space.getWhitespace())).withComments(comments);
    }

    private String moved(String blank) {
      return blank.contains("\n") ? blank + step : blank;
    }
  }
}
