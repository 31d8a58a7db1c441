package dev.reprise.rewrite.internal;

import java.util.List;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.Statement;

/**
 * Finds statements whose end is never reached, by the rules for reachable statements of the Java
 * Language Specification, section 14.22: a statement after one that cannot complete is an error.
 */
final class Completion {

  private Completion() {}

  /** Returns false if no execution of the statement completes normally. */
  static boolean isPossible(Statement statement) {
    if (statement instanceof J.Return || statement instanceof J.Throw) {
      return false;
    }
    if (statement instanceof J.Block block) {
      List<Statement> all = block.getStatements();
      return all.isEmpty() || isPossible(all.get(all.size() - 1));
    }
    if (statement instanceof J.If choice) {
      return choice.getElsePart() == null
          || isPossible(choice.getThenPart())
          || isPossible(choice.getElsePart().getBody());
    }
    if (statement instanceof J.Try block) {
      boolean finishes = block.getFinally() == null || isPossible(block.getFinally());
      return finishes
          && (isPossible(block.getBody())
              || block.getCatches().stream().anyMatch(it -> isPossible(it.getBody())));
    }
    if (statement instanceof J.Synchronized block) {
      return isPossible(block.getBody());
    }
    if (statement instanceof J.Label label) {
      return isPossible(label.getStatement()) || Breaks.in(label, true);
    }
    return !isEndless(statement) || Breaks.in(statement, false);
  }

  private static boolean isEndless(Statement statement) {
    if (statement instanceof J.ForLoop loop) {
      Expression condition = loop.getControl().getCondition();
      return condition instanceof J.Empty || isTrue(condition);
    }
    return statement instanceof J.WhileLoop loop
        ? isTrue(loop.getCondition().getTree())
        : statement instanceof J.DoWhileLoop last && isTrue(last.getWhileCondition().getTree());
  }

  private static boolean isTrue(Expression condition) {
    return condition instanceof J.Literal literal && Boolean.TRUE.equals(literal.getValue());
  }

  /** Finds statements that leave a loop, or a statement with a label. */
  private static final class Breaks extends OwnCode {

    private final Statement left;
    private final boolean labelled;
    private boolean found;

    private Breaks(Statement left, boolean labelled) {
      this.left = left;
      this.labelled = labelled;
    }

    static boolean in(Statement left, boolean labelled) {
      Breaks breaks = new Breaks(left, labelled);
      breaks.visit(left, 0);
      return breaks.found;
    }

    @Override
    public J visitBreak(J.Break statement, Integer context) {
      found |= labelled == (statement.getLabel() != null) && (labelled || leaves());
      return statement;
    }

    /** Returns true if no loop or switch inside of the loop is left. */
    private boolean leaves() {
      Object nearest =
          getCursor()
              .dropParentUntil(
                  it ->
                      it instanceof J.WhileLoop
                          || it instanceof J.DoWhileLoop
                          || it instanceof J.ForLoop
                          || it instanceof J.ForEachLoop
                          || it instanceof J.Switch)
              .getValue();
      return nearest == left;
    }
  }
}
