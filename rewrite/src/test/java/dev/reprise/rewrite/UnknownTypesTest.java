package dev.reprise.rewrite;

import static org.openrewrite.java.Assertions.java;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.openrewrite.Recipe;
import org.openrewrite.java.JavaParser;
import org.openrewrite.test.TypeValidation;

/** Sources with classes that are not on the class path of the parser. */
@EnabledForJreRange(
    max = JRE.JAVA_20,
    disabledReason = "the parser of OpenRewrite for Java 17 runs on JDK 17 to 20")
class UnknownTypesTest extends RecipeTest {

  @Override
  Recipe recipe() {
    return new FromFailsafe();
  }

  private void stays(String before, String after, boolean library) {
    rewriteRun(
        spec -> {
          spec.typeValidationOptions(TypeValidation.none());
          if (!library) {
            spec.parser(JavaParser.fromJavaVersion());
          }
        },
        java(before, after));
  }

  @Test
  void a_file_stays_if_the_parser_does_not_know_the_library() {
    String code =
        """
        import dev.failsafe.RetryPolicy;
        import java.time.Duration;

        class Orders {
          static final RetryPolicy<String> POLICY = RetryPolicy.<String>builder().build();
        }
        """;
    String comment =
        "// Reprise: not migrated: the parser does not know this import, since Failsafe is not on its"
            + " class\n// path.\n";
    stays(code, comment + code, false);
    String all = code.replace("failsafe.RetryPolicy", "failsafe.*");
    stays(all, comment + all, false);
  }

  @Test
  void imports_of_other_unknown_classes_are_kept() {
    stays(
        """
        import com.acme.Client;
        import dev.failsafe.FailsafeExecutor;

        class Orders {
          FailsafeExecutor<String> executor;
          Client client;
        }
        """,
        """
        import com.acme.Client;
        import dev.reprise.Retry;

        class Orders {
          Retry executor;
          Client client;
        }
        """,
        true);
  }

  @Test
  void an_operation_with_unknown_exceptions_stays_unless_all_are_handled() {
    String unhandled =
        """
        import com.acme.Client;
        import dev.failsafe.FailsafeExecutor;

        class Orders {
          String find(FailsafeExecutor<String> executor, Client client) {
            return executor.get(() -> client.find());
          }
        }
        """;
    stays(
        unhandled,
        unhandled.replace(
            "    return",
            "    // Reprise: not migrated: the parser does not know all methods that are called here, nor their\n"
                + "    // exceptions.\n    return"),
        true);
    stays(
        unhandled.replace("client) {", "client) throws Exception {"),
        """
        import com.acme.Client;
        import dev.reprise.Retry;

        class Orders {
          String find(Retry executor, Client client) throws Exception {
            return executor.call(() -> client.find());
          }
        }
        """,
        true);
  }
}
