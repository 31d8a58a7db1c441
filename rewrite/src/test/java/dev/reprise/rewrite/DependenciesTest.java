package dev.reprise.rewrite;

import static org.openrewrite.java.Assertions.java;
import static org.openrewrite.xml.Assertions.xml;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.openrewrite.Recipe;
import org.openrewrite.test.SourceSpecs;

/** The dependencies of a Maven project. */
@EnabledForJreRange(
    max = JRE.JAVA_20,
    disabledReason = "the parser of OpenRewrite for Java 17 runs on JDK 17 to 20")
class DependenciesTest extends RecipeTest {

  private static final String LIBRARY =
      """
          <dependency>
            <groupId>dev.failsafe</groupId>
            <artifactId>failsafe</artifactId>
            <version>3.3.2</version>
          </dependency>
      """;
  private static final String OURS =
      """
          <dependency>
            <groupId>dev.reprise</groupId>
            <artifactId>reprise-core</artifactId>
          </dependency>
      """;
  private static final String MANAGEMENT =
      """
        <dependencyManagement>
          <dependencies>
            <dependency>
              <groupId>dev.reprise</groupId>
              <artifactId>reprise-bom</artifactId>
              <version>VERSION</version>
              <type>pom</type>
              <scope>import</scope>
            </dependency>
          </dependencies>
        </dependencyManagement>
      """;

  private static final String USER =
      """
      import dev.failsafe.FailsafeExecutor;

      class User {
        void run(FailsafeExecutor<Object> executor) {
          executor.run(() -> {});
        }
      }
      """;
  private static final String MIGRATED =
      """
      import dev.reprise.Retry;

      class User {
        void run(Retry executor) {
          executor.run(() -> {});
        }
      }
      """;
  private static final String STAYS =
      """
      class Other {
        // Reprise: not migrated: Timeout of Failsafe has no counterpart here.
        dev.failsafe.Timeout<Object> timeout;
      }
      """;

  @Override
  Recipe recipe() {
    return new FromFailsafe();
  }

  private static String pom(String dependencies, String more) {
    return "<project>\n  <dependencies>\n"
        + dependencies
        + "  </dependencies>\n"
        + more
        + "</project>\n";
  }

  /** The version is that of the recipes. */
  private static SourceSpecs build(String before, String after) {
    return xml(
        before,
        spec ->
            spec.path("pom.xml")
                .after(actual -> after.replace("VERSION", versionIn(actual)).stripTrailing()));
  }

  private static String versionIn(String pom) {
    int bom = pom.indexOf("reprise-bom");
    int start = pom.indexOf("<version>", bom) + "<version>".length();
    return pom.substring(start, pom.indexOf('<', start));
  }

  @Test
  void the_library_is_replaced_and_the_bom_imported() {
    rewriteRun(build(pom(LIBRARY, ""), pom(OURS, MANAGEMENT)), java(USER, MIGRATED));
  }

  @Test
  void the_library_stays_while_a_file_needs_it() {
    rewriteRun(
        build(pom(LIBRARY, ""), pom(LIBRARY + OURS, MANAGEMENT)),
        java(USER, MIGRATED),
        java(STAYS));
  }

  @Test
  void a_project_without_the_library_is_not_changed() {
    rewriteRun(xml(pom(OURS, ""), spec -> spec.path("pom.xml")));
  }

  @Test
  void a_dependency_of_a_profile_is_replaced_there() {
    String profile =
        "  <profiles>\n    <profile>\n      <dependencies>\n%s      </dependencies>\n"
            + "    </profile>\n  </profiles>\n";
    rewriteRun(
        build(
            "<project>\n" + profile.formatted(LIBRARY.indent(4)) + "</project>\n",
            "<project>\n" + profile.formatted(OURS.indent(4)) + MANAGEMENT + "</project>\n"),
        java(USER, MIGRATED));
  }

  @Test
  void a_dependency_of_a_parent_stays_while_a_module_needs_it() {
    String module =
        "<project>\n  <parent>\n    <artifactId>all</artifactId>\n  </parent>\n"
            + "  <artifactId>%s</artifactId>\n</project>\n";
    String name = "  <artifactId>all</artifactId>\n";
    rewriteRun(
        build(pom(LIBRARY, name), pom(LIBRARY + OURS, name + MANAGEMENT)),
        xml(module.formatted("one"), it -> it.path("one/pom.xml")),
        xml(module.formatted("two"), it -> it.path("two/pom.xml")),
        java(USER, MIGRATED, it -> it.path("one/src/main/java/User.java")),
        java(STAYS, it -> it.path("two/src/main/java/Other.java")));
  }

  @Test
  void the_artifacts_of_resilience4j_are_known() {
    String theirs =
        """
            <dependency>
              <groupId>io.github.resilience4j</groupId>
              <artifactId>%s</artifactId>
              <version>2.4.0</version>
            </dependency>
        """
            .indent(0);
    String starter = OURS.replace("reprise-core", "reprise-spring-boot-starter");
    rewriteRun(
        it -> it.recipe(new FromResilience4j()),
        build(
            pom(
                theirs.formatted("resilience4j-all")
                    + theirs.formatted("resilience4j-spring-boot4"),
                ""),
            pom(OURS + starter, MANAGEMENT)));
  }
}
