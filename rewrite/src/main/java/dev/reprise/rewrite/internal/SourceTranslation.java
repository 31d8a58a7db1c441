package dev.reprise.rewrite.internal;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.openrewrite.Cursor;
import org.openrewrite.ExecutionContext;
import org.openrewrite.java.JavaVisitor;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.NameTree;
import org.openrewrite.java.tree.Space;
import org.openrewrite.java.tree.Statement;

/**
 * Translates the calls and annotations of one source file. A new object for each file and pass.
 *
 * <p>A subclass replaces the trees that it knows, and {@linkplain #refuse refuses} those that have
 * no counterpart. What it does not know stays as it is; the engine finds it afterwards.
 */
public abstract class SourceTranslation extends JavaVisitor<ExecutionContext> {

  private static final String NOTES = "dev.reprise.rewrite.notes";

  private final Peer peer;
  private final Map<UUID, String> refusals = new LinkedHashMap<>();
  private final Set<String> said = new LinkedHashSet<>();

  /** A translation from a library. */
  protected SourceTranslation(Peer peer) {
    this.peer = peer;
  }

  /** Reasons for trees that have no counterpart, by the id of the tree. */
  final Map<UUID, String> refusals() {
    return refusals;
  }

  /** Records that a tree has no counterpart: its file then stays as it is. */
  protected final void refuse(J tree, String reason) {
    refusals.putIfAbsent(tree.getId(), reason);
  }

  /** Leaves a comment above the current statement, once in a file. */
  protected final void note(String text) {
    if (!said.add(text)) {
      return;
    }
    Cursor place = statement();
    List<String> notes = place.getMessage(NOTES);
    if (notes == null) {
      notes = new ArrayList<>();
      place.putMessage(NOTES, notes);
    }
    notes.add(text);
  }

  /** The current statement or declaration, which begins a line. */
  protected final Cursor statement() {
    Cursor cursor = getCursor();
    while (!isOnItsOwnLine(cursor)) {
      cursor = cursor.getParentOrThrow();
    }
    return cursor;
  }

  /** Returns true for a statement of a block, a member of a class and a top-level class. */
  static boolean isOnItsOwnLine(Cursor cursor) {
    if (!(cursor.getValue() instanceof Statement statement)) {
      return false;
    }
    Object parent = cursor.getParentTreeCursor().getValue();
    boolean first = statement.getPrefix().getLastWhitespace().contains("\n");
    return parent instanceof J.CompilationUnit
        || (first && (parent instanceof J.Block || parent instanceof J.Case));
  }

  @Override
  public @Nullable J postVisit(J tree, ExecutionContext context) {
    List<String> notes = getCursor().pollMessage(NOTES);
    return notes == null ? tree : Comments.above(tree, notes);
  }

  /** The type arguments of a replaced type are left out: ours have none. */
  @Override
  public J visitParameterizedType(J.ParameterizedType type, ExecutionContext context) {
    if (peer.replacement(type.getType()) != null) {
      NameTree raw = type.getClazz();
      return raw.withPrefix(type.getPrefix());
    }
    return super.visitParameterizedType(type, context);
  }

  /** Returns true if a call is one of a class, with one of the given names. */
  protected static boolean isCall(
      @Nullable Expression expression, String owner, String... methodNames) {
    return expression instanceof J.MethodInvocation call
        && call.getMethodType() != null
        && call.getMethodType().getDeclaringType().getFullyQualifiedName().equals(owner)
        && (methodNames.length == 0 || List.of(methodNames).contains(call.getSimpleName()));
  }

  /** The arguments of a call, without the placeholder for none. */
  protected static List<Expression> argumentsOf(J.MethodInvocation call) {
    return call.getArguments().stream().filter(it -> !(it instanceof J.Empty)).toList();
  }

  /** The type of the value of an expression, as a name; empty if unknown. */
  protected static String typeName(Expression expression) {
    JavaType type = expression.getType();
    return type instanceof JavaType.FullyQualified named ? named.getFullyQualifiedName() : "";
  }

  /** The calls of a chain such as {@code A.b().c().d()}, the first one first. */
  protected static List<J.MethodInvocation> chain(J.MethodInvocation last) {
    List<J.MethodInvocation> calls = new ArrayList<>();
    Expression current = last;
    while (current instanceof J.MethodInvocation call) {
      calls.add(0, call);
      current = call.getSelect();
    }
    return calls;
  }

  /** The line break before the dots of a chain: that of the chain, or an indented one. */
  protected final Space lineBreak(List<J.MethodInvocation> chain) {
    for (J.MethodInvocation call : chain) {
      if (call.getPadding().getSelect() != null) {
        Space after = call.getPadding().getSelect().getAfter();
        if (after.getWhitespace().contains("\n")) {
          return Space.format(after.getWhitespace());
        }
      }
    }
    Space own = chain.get(chain.size() - 1).getPrefix();
    String line = own.getWhitespace().contains("\n") ? own.getIndent() : indent();
    return Space.format("\n" + line + step() + step());
  }

  /** The indentation of the current statement. */
  protected final String indent() {
    return statement().<J>getValue().getPrefix().getIndent();
  }

  /** One step of indentation in the current class. */
  protected final String step() {
    Cursor cursor = getCursor();
    while (!(cursor.getValue() instanceof J.ClassDeclaration)) {
      cursor = cursor.getParentTreeCursor();
    }
    J.ClassDeclaration declaration = cursor.getValue();
    String outer = declaration.getPrefix().getIndent();
    if (declaration.getBody().getStatements().isEmpty()) {
      return "  ";
    }
    String inner = declaration.getBody().getStatements().get(0).getPrefix().getIndent();
    return inner.startsWith(outer) ? inner.substring(outer.length()) : "  ";
  }

  /** An expression in place of the current one, in parentheses if it is part of another. */
  protected final Expression inPlace(Expression expression) {
    Object parent = getCursor().getParentTreeCursor().getValue();
    boolean operand =
        parent instanceof J.Binary
            || parent instanceof J.Unary
            || parent instanceof J.TypeCast
            || (parent instanceof J.MethodInvocation call
                && Trees.isSame(call.getSelect(), getCursor().getValue()));
    return operand && expression instanceof J.Binary ? Code.parenthesized(expression) : expression;
  }

  /**
   * A name that the current member of a class does not use outside of inner lambdas: the given one,
   * or with a number.
   */
  protected final String freeName(String wanted) {
    Set<UUID> around = new HashSet<>();
    getCursor().getPathAsStream(J.class::isInstance).forEach(it -> around.add(((J) it).getId()));
    Set<String> used = new HashSet<>();
    new JavaVisitor<Integer>() {
      @Override
      public J visitLambda(J.Lambda lambda, Integer context) {
        return around.contains(lambda.getId()) ? super.visitLambda(lambda, context) : lambda;
      }

      @Override
      public J visitIdentifier(J.Identifier name, Integer context) {
        used.add(name.getSimpleName());
        return name;
      }
    }.visit(member(), 0);
    String free = wanted;
    for (int number = 2; used.contains(free); number++) {
      free = wanted + number;
    }
    return free;
  }

  private J member() {
    Cursor cursor = getCursor();
    while (!isMember(cursor)) {
      cursor = cursor.getParentTreeCursor();
    }
    return cursor.getValue();
  }

  private static boolean isMember(Cursor cursor) {
    Cursor parent = cursor.getParentTreeCursor();
    return parent.getValue() instanceof J.CompilationUnit
        || (parent.getValue() instanceof J.Block
            && (parent.getParentTreeCursor().getValue() instanceof J.ClassDeclaration
                || parent.getParentTreeCursor().getValue() instanceof J.NewClass));
  }

  /** The library of this translation. */
  protected final Peer peer() {
    return peer;
  }
}
