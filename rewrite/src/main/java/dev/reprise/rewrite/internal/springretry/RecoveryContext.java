package dev.reprise.rewrite.internal.springretry;

import dev.reprise.RetryResult;
import dev.reprise.rewrite.internal.Code;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.JavaVisitor;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;

/** Replaces the context of a recovery by the result of the call. */
final class RecoveryContext extends JavaVisitor<Integer> {

  private final String name;
  private final JavaType type = Code.type(RetryResult.class);
  private boolean asksForMore;

  RecoveryContext(String name) {
    this.name = name;
  }

  boolean onlyAsksForFailure() {
    return !asksForMore;
  }

  @Override
  public J visitMethodInvocation(J.MethodInvocation call, Integer context) {
    // The calls of the context were translated before: to those of an attempt.
    if (call.getSimpleName().equals("lastFailure") && isContext(call.getSelect())) {
      Expression result = Code.variable(name, type);
      return Code.call(result, RetryResult.class, "failure").withPrefix(call.getPrefix());
    }
    return super.visitMethodInvocation(call, context);
  }

  private boolean isContext(@Nullable Expression expression) {
    return expression instanceof J.Identifier identifier && identifier.getSimpleName().equals(name);
  }

  @Override
  public J visitIdentifier(J.Identifier identifier, Integer context) {
    boolean declares =
        getCursor().getParentTreeCursor().getValue() instanceof J.VariableDeclarations.NamedVariable
            || getCursor().getParentTreeCursor().getValue() instanceof J.Lambda.Parameters
            || getCursor().getParentTreeCursor().getValue() instanceof J.Lambda;
    if (!identifier.getSimpleName().equals(name) || identifier.getFieldType() == null) {
      return identifier;
    }
    asksForMore |= !declares;
    return Code.variable(name, type).withPrefix(identifier.getPrefix());
  }

  @Override
  public J visitVariable(J.VariableDeclarations.NamedVariable variable, Integer context) {
    J visited = super.visitVariable(variable, context);
    return visited instanceof J.VariableDeclarations.NamedVariable named
            && named.getSimpleName().equals(name)
            && named.getVariableType() != null
        ? named.withVariableType(named.getVariableType().withType(type))
        : visited;
  }
}
