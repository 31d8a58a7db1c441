package dev.reprise.rewrite;

import static org.openrewrite.java.Assertions.java;

import org.openrewrite.Recipe;
import org.openrewrite.java.JavaParser;
import org.openrewrite.test.RecipeSpec;
import org.openrewrite.test.RewriteTest;

/**
 * Runs a recipe on sources. All types of the sources are checked before and after, a second cycle
 * must change nothing, and what comes out is compiled with the real classes.
 */
abstract class RecipeTest implements RewriteTest {

  abstract Recipe recipe();

  @Override
  public void defaults(RecipeSpec spec) {
    spec.recipe(recipe()).parser(JavaParser.fromJavaVersion().classpath(Compiler.libraries()));
  }

  /** The recipe turns one source into the other, which compiles. */
  final void migrates(String before, String after) {
    Compiler.compiles(after);
    rewriteRun(java(before, after));
  }

  /** The recipe changes nothing. */
  final void leaves(String source) {
    Compiler.compiles(source);
    rewriteRun(java(source));
  }
}
