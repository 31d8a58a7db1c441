package dev.reprise.rewrite.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.openrewrite.Cursor;
import org.openrewrite.Tree;
import org.openrewrite.java.JavaVisitor;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.Statement;
import org.openrewrite.java.tree.TypeUtils;

/** The checked exceptions of code: which it throws, and which its surroundings handle. */
public final class Exceptions {

  private Exceptions() {}

  /**
   * The checked exceptions that a lambda or a method reference throws.
   *
   * @return the classes, without those that have a superclass among them
   */
  public static List<JavaType.FullyQualified> thrownBy(Expression function) {
    List<JavaType> thrown = new ArrayList<>();
    if (function instanceof J.MemberReference reference && reference.getMethodType() != null) {
      thrown.addAll(reference.getMethodType().getThrownExceptions());
    } else if (function instanceof J.Lambda lambda) {
      new Thrown(thrown).visit(lambda.getBody(), 0, new Cursor(null, Cursor.ROOT_VALUE));
    }
    return widest(thrown);
  }

  /** Returns true if the parser knows all that a function calls, and so the exceptions of it. */
  public static boolean areKnown(Expression function) {
    if (function instanceof J.MemberReference reference) {
      return reference.getMethodType() != null;
    }
    Thrown thrown = new Thrown(new ArrayList<>());
    if (function instanceof J.Lambda lambda) {
      thrown.visit(lambda.getBody(), 0, new Cursor(null, Cursor.ROOT_VALUE));
    }
    return !thrown.unknown;
  }

  private static List<JavaType.FullyQualified> widest(List<JavaType> thrown) {
    List<JavaType.FullyQualified> widest = new ArrayList<>();
    for (JavaType type : thrown) {
      JavaType.FullyQualified named = named(type);
      if (named == null || !isChecked(named) || isCovered(named, widest)) {
        continue;
      }
      widest.removeIf(other -> TypeUtils.isAssignableTo(named.getFullyQualifiedName(), other));
      widest.add(named);
    }
    return widest;
  }

  private static JavaType.@Nullable FullyQualified named(JavaType type) {
    if (type instanceof JavaType.GenericTypeVariable variable && !variable.getBounds().isEmpty()) {
      return TypeUtils.asFullyQualified(variable.getBounds().get(0));
    }
    return TypeUtils.asFullyQualified(type);
  }

  private static boolean isCovered(JavaType type, List<? extends JavaType> by) {
    return by.stream()
        .map(TypeUtils::asFullyQualified)
        .anyMatch(
            wide -> wide != null && TypeUtils.isAssignableTo(wide.getFullyQualifiedName(), type));
  }

  /** Returns true for a checked exception. */
  public static boolean isChecked(JavaType type) {
    return TypeUtils.isAssignableTo("java.lang.Throwable", type)
        && !TypeUtils.isAssignableTo("java.lang.RuntimeException", type)
        && !TypeUtils.isAssignableTo("java.lang.Error", type);
  }

  /** Returns true if the code around a call catches or declares all of the exceptions. */
  public static boolean areHandled(List<JavaType.FullyQualified> thrown, Cursor call) {
    List<JavaType> handled = new ArrayList<>();
    Object inner = call.getValue();
    for (Cursor at = call.getParentTreeCursor();
        at.getValue() instanceof Tree;
        at = at.getParentTreeCursor()) {
      Object value = at.getValue();
      if (value instanceof J.Try block && isIn(block, inner)) {
        block.getCatches().forEach(it -> handled.addAll(caught(it)));
      } else if (value instanceof J.MethodDeclaration method) {
        if (method.getMethodType() != null) {
          handled.addAll(method.getMethodType().getThrownExceptions());
        }
        break;
      } else if (value instanceof J.Lambda lambda) {
        if (TypeUtils.isAssignableTo(Callable.class.getName(), lambda.getType())) {
          return true;
        }
        break;
      } else if (value instanceof J.ClassDeclaration || value instanceof J.CompilationUnit) {
        break;
      }
      inner = value;
    }
    return thrown.stream().allMatch(type -> isCovered(type, handled));
  }

  /**
   * Returns true if a catch clause around a call names a checked exception that a function does not
   * throw: the clause needs a call that may throw the exception.
   */
  public static boolean areCaughtInVain(Expression function, Cursor call) {
    List<JavaType.FullyQualified> thrown = areKnown(function) ? thrownBy(function) : List.of();
    Object inner = call.getValue();
    for (Cursor at = call.getParentTreeCursor();
        at.getValue() instanceof Tree && !isBody(at.getValue());
        at = at.getParentTreeCursor()) {
      if (at.getValue() instanceof J.Try block
          && isIn(block, inner)
          && block.getCatches().stream()
              .flatMap(it -> caught(it).stream())
              .anyMatch(type -> isNamedChecked(type) && !isThrown(type, thrown))) {
        return true;
      }
      inner = at.getValue();
    }
    return false;
  }

  private static boolean isBody(Object tree) {
    return tree instanceof J.MethodDeclaration
        || tree instanceof J.Lambda
        || tree instanceof J.ClassDeclaration
        || tree instanceof J.CompilationUnit;
  }

  private static boolean isThrown(JavaType caught, List<JavaType.FullyQualified> thrown) {
    JavaType.FullyQualified named = TypeUtils.asFullyQualified(caught);
    return isCovered(caught, thrown)
        || (named != null && thrown.stream().anyMatch(type -> isCovered(type, List.of(named))));
  }

  private static boolean isNamedChecked(JavaType type) {
    return isChecked(type)
        && !TypeUtils.isOfClassType(type, "java.lang.Exception")
        && !TypeUtils.isOfClassType(type, "java.lang.Throwable");
  }

  private static boolean isIn(J.Try block, Object inner) {
    return block.getBody() == inner
        || (inner instanceof J body && body.getId().equals(block.getBody().getId()))
        || inner instanceof J.Try.Resource;
  }

  /** The types of a catch clause. */
  static List<JavaType> caught(J.Try.Catch clause) {
    Object type = clause.getParameter().getTree().getTypeExpression();
    List<JavaType> types = new ArrayList<>();
    if (type instanceof J.MultiCatch several) {
      several.getAlternatives().forEach(it -> types.add(it.getType()));
    } else if (clause.getParameter().getType() != null) {
      types.add(clause.getParameter().getType());
    }
    return types;
  }

  /**
   * Collects what a body throws, but for what it catches itself. An exception that a clause catches
   * and throws again has the types that its statement throws, as for the compiler.
   */
  private static final class Thrown extends OwnCode {

    private final List<JavaType> found;
    private final Map<String, List<JavaType>> caughtTypes = new HashMap<>();
    private boolean unknown;

    Thrown(List<JavaType> found) {
      this.found = found;
    }

    @Override
    public J visitMethodInvocation(J.MethodInvocation call, Integer context) {
      if (call.getMethodType() == null) {
        unknown = true;
      } else {
        add(call.getMethodType().getThrownExceptions());
      }
      return super.visitMethodInvocation(call, context);
    }

    @Override
    public J visitNewClass(J.NewClass creation, Integer context) {
      if (creation.getConstructorType() == null) {
        unknown = true;
      } else {
        add(creation.getConstructorType().getThrownExceptions());
      }
      creation.getArguments().forEach(argument -> visit(argument, context));
      if (creation.getBody() != null) {
        for (Statement member : creation.getBody().getStatements()) {
          if (member instanceof J.VariableDeclarations || member instanceof J.Block) {
            visit(member, context); // runs when the object is created
          }
        }
      }
      return creation;
    }

    /** Adds exceptions; those of a type variable are unknown. */
    private void add(List<JavaType> thrown) {
      found.addAll(thrown);
      unknown |= thrown.stream().anyMatch(JavaType.GenericTypeVariable.class::isInstance);
    }

    @Override
    public J visitThrow(J.Throw statement, Integer context) {
      Expression exception = statement.getException();
      List<JavaType> again =
          exception instanceof J.Identifier name ? caughtTypes.get(name.getSimpleName()) : null;
      if (again != null) {
        found.addAll(again);
      } else if (exception.getType() != null) {
        add(List.of(exception.getType()));
      }
      return super.visitThrow(statement, context);
    }

    @Override
    public J visitTry(J.Try block, Integer context) {
      List<JavaType> inside = new ArrayList<>();
      Thrown thrown = new Thrown(inside);
      thrown.caughtTypes.putAll(caughtTypes);
      visitAll(thrown, block);
      unknown |= thrown.unknown;
      block.getCatches().forEach(it -> visitCatch(it, inside, context));
      found.addAll(inside);
      visit(block.getFinally(), context);
      return block;
    }

    /** Visits a clause, and takes what it catches from the exceptions that remain. */
    private void visitCatch(J.Try.Catch clause, List<JavaType> remaining, Integer context) {
      List<JavaType> caught = caught(clause);
      List<JavaType> again = new ArrayList<>();
      for (JavaType type : remaining) {
        if (isCovered(type, caught)) {
          again.add(type);
        } else {
          caught.stream().filter(it -> isCovered(it, List.of(type))).forEach(again::add);
        }
      }
      String name = clause.getParameter().getTree().getVariables().get(0).getName().getSimpleName();
      if (!isAssigned(name, clause.getBody())) {
        caughtTypes.put(name, again);
      }
      visit(clause.getBody(), context);
      caughtTypes.remove(name);
      remaining.removeIf(type -> isCovered(type, caught));
    }

    private static boolean isAssigned(String name, J body) {
      boolean[] assigned = {false};
      new JavaVisitor<Integer>() {
        @Override
        public J visitAssignment(J.Assignment assignment, Integer context) {
          assigned[0] |=
              assignment.getVariable() instanceof J.Identifier variable
                  && variable.getSimpleName().equals(name);
          return super.visitAssignment(assignment, context);
        }
      }.visit(body, 0);
      return assigned[0];
    }

    private void visitAll(Thrown thrown, J.Try block) {
      if (block.getResources() != null) {
        for (J.Try.Resource resource : block.getResources()) {
          thrown.visit(resource, 0, getCursor());
          thrown.close(TypeUtils.asFullyQualified(resource.getVariableDeclarations().getType()));
        }
      }
      thrown.visit(block.getBody(), 0, getCursor());
    }

    /** Adds what the call of {@code close} throws at the end of a try statement. */
    private void close(JavaType.@Nullable FullyQualified resource) {
      JavaType.Method close = closeOf(resource);
      if (close == null) {
        unknown = true;
      } else {
        found.addAll(close.getThrownExceptions());
      }
    }

    private static JavaType.@Nullable Method closeOf(JavaType.@Nullable FullyQualified type) {
      if (type == null) {
        return null;
      }
      for (JavaType.Method method : type.getMethods()) {
        if (method.getName().equals("close") && method.getParameterTypes().isEmpty()) {
          return method;
        }
      }
      JavaType.Method close = closeOf(type.getSupertype());
      for (JavaType.FullyQualified wider : type.getInterfaces()) {
        close = close == null ? closeOf(wider) : close;
      }
      return close;
    }
  }
}
