package dev.reprise.rewrite;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.openrewrite.Recipe;

/** Operations without a result, whose lambdas return null after the migration. */
@EnabledForJreRange(
    max = JRE.JAVA_20,
    disabledReason = "the parser of OpenRewrite for Java 17 runs on JDK 17 to 20")
class FailsafeAsyncTest extends RecipeTest {

  @Override
  Recipe recipe() {
    return new FromFailsafe();
  }

  /** Bodies of lambdas before and after the migration. */
  private static final List<String> BODIES =
      List.of(
          "touch();|touch(); return null;",
          "if (done) return; touch();|if (done) return null; touch(); return null;",
          "if (done) { return; } else { throw new Exception(); }"
              + "|if (done) { return null; } else { throw new Exception(); }",
          "throw new Exception();|throw new Exception();",
          "Runnable r = () -> { return; }; r.run();"
              + "|Runnable r = () -> { return; }; r.run(); return null;",
          "new Object() { void f() { return; } }.f();"
              + "|new Object() { void f() { return; } }.f(); return null;",
          "while (true) { touch(); }|while (true) { touch(); }",
          "while (true) { if (done) break; touch(); }"
              + "|while (true) { if (done) break; touch(); } return null;",
          "do { touch(); } while (true);|do { touch(); } while (true);",
          "for (;;) { switch (size) { case 1: break; default: touch(); } }"
              + "|for (;;) { switch (size) { case 1: break; default: touch(); } }",
          "for (int i = 0; i < size; i++) { for (;;) { touch(); } }"
              + "|for (int i = 0; i < size; i++) { for (;;) { touch(); } } return null;",
          "all: while (true) { while (true) { if (done) break all; } }"
              + "|all: while (true) { while (true) { if (done) break all; } } return null;",
          "try { touch(); return; } catch (Exception e) { throw e; } finally { touch(); }"
              + "|try { touch(); return null; } catch (Exception e) { throw e; } finally { touch(); }",
          "try { touch(); } catch (Exception e) { return; }"
              + "|try { touch(); } catch (Exception e) { return null; } return null;",
          "synchronized (this) { try { touch(); } finally { throw new Exception(); } }"
              + "|synchronized (this) { try { touch(); } finally { throw new Exception(); } }");

  @Test
  void null_is_returned_wherever_an_operation_ends() {
    migrates(
        orders("import dev.failsafe.FailsafeExecutor;", "FailsafeExecutor<Object>", "", 0)
            .replace("import java.util.concurrent.ForkJoinPool;\n", ""),
        orders("import dev.reprise.Retry;\n", "Retry", ", ForkJoinPool.commonPool()", 1));
  }

  private static String orders(String imported, String type, String executor, int side) {
    StringBuilder orders = new StringBuilder(imported);
    orders.append(
        """

        import java.util.concurrent.CompletableFuture;
        import java.util.concurrent.ForkJoinPool;

        class Orders {
          boolean done;
          int size;
        """);
    for (String body : BODIES) {
      String method = side == 0 ? "runAsync" : "callAsync";
      orders.append(
          """

            CompletableFuture<Void> touched%d(%s executor) {
              return executor.%s(() -> { %s }%s);
            }
          """
              .formatted(
                  BODIES.indexOf(body), type, method, body.split("\\|")[side].strip(), executor));
    }
    return orders.append("\n  void touch() throws Exception {}\n}\n").toString();
  }

  @Test
  void a_method_reference_without_a_result_is_named_in_the_reason() {
    migrates(
        """
        import dev.failsafe.FailsafeExecutor;

        class Orders {
          void touch(FailsafeExecutor<Object> executor) {
            executor.runAsync(this::touched);
          }

          void touched() {}
        }
        """,
        """
        import dev.failsafe.FailsafeExecutor;

        class Orders {
          void touch(FailsafeExecutor<Object> executor) {
            // Reprise: not migrated: the operation is a method reference; write it as a lambda.
            executor.runAsync(this::touched);
          }

          void touched() {}
        }
        """);
  }
}
