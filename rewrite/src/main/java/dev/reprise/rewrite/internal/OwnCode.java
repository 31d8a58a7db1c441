package dev.reprise.rewrite.internal;

import org.openrewrite.java.JavaVisitor;
import org.openrewrite.java.tree.J;

/**
 * Visits the code of a body, without that of lambdas and classes within it, which runs elsewhere.
 */
abstract class OwnCode extends JavaVisitor<Integer> {

  @Override
  public final J visitLambda(J.Lambda lambda, Integer context) {
    return lambda;
  }

  @Override
  public J visitNewClass(J.NewClass creation, Integer context) {
    return creation;
  }

  @Override
  public final J visitClassDeclaration(J.ClassDeclaration declaration, Integer context) {
    return declaration;
  }
}
