package dev.reprise.rewrite;

import static org.openrewrite.java.Assertions.java;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.openrewrite.Recipe;
import org.openrewrite.java.JavaParser;
import org.openrewrite.test.RecipeSpec;
import org.openrewrite.test.RewriteTest;

/**
 * Runs a recipe on sources. All types of the sources are checked before and after, a second cycle
 * must change nothing, and what comes out is compiled with the real classes.
 */
abstract class RecipeTest implements RewriteTest {

  /** What came out of the tests of one class; compiled together, which is faster. */
  private static final List<String> results = new ArrayList<>();

  abstract Recipe recipe();

  @AfterAll
  static void all_results_compile() {
    if (!results.isEmpty()) {
      Compiler.compiles(results);
    }
    results.clear();
  }

  @Override
  public void defaults(RecipeSpec spec) {
    spec.recipe(recipe())
        .parser(
            JavaParser.fromJavaVersion()
                .typeCache(LibraryTypes.cache())
                .classpath(Compiler.libraries()));
  }

  /** The recipe turns one source into the other, which compiles. */
  final void migrates(String before, String after) {
    results.add(after);
    rewriteRun(java(before, after));
  }
}
