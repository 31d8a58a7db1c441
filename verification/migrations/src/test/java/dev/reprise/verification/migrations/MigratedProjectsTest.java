package dev.reprise.verification.migrations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.rewrite.FromFailsafe;
import dev.reprise.rewrite.FromResilience4j;
import dev.reprise.rewrite.FromSpringRetry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.openrewrite.Recipe;

/**
 * Complete projects before and after a recipe: both are compiled, both pass their own tests, and
 * the server of both receives the same calls.
 */
@EnabledForJreRange(
    max = JRE.JAVA_20,
    disabledReason = "the parser of OpenRewrite for Java 17 runs on JDK 17 to 20")
class MigratedProjectsTest {

  private static final String BOM = "<artifactId>reprise-bom</artifactId>";

  @TempDir private Path folder;

  private Project migrated(String name, Recipe recipe, String library) throws Exception {
    Project project = Project.copy(name, folder.resolve("project"));
    List<String> before = project.calls(folder.resolve("before"));
    assertThat(project.migrate(recipe)).contains("pom.xml");
    List<String> after = project.calls(folder.resolve("after"));
    assertThat(after).hasSizeGreaterThan(10).isEqualTo(before);
    assertThat(project.sources()).doesNotContain(library).doesNotContain("not migrated");
    assertThat(project.text("pom.xml")).contains(BOM).doesNotContain("<groupId>" + library);
    assertChangesNothingMore(project, recipe);
    return project;
  }

  private static void assertChangesNothingMore(Project project, Recipe recipe) throws IOException {
    assertThat(project.migrate(recipe)).as("changed by a second run").isEmpty();
  }

  @Test
  void a_project_sees_only_the_libraries_that_its_build_file_names() throws Exception {
    Project project = Project.copy("failsafe", folder.resolve("project"));
    Dependencies before = Dependencies.of(project.text("pom.xml"));
    ClassLoader loader = before.loader(Dependencies.class.getClassLoader());
    assertThat(loader.loadClass("dev.failsafe.RetryPolicy")).isNotNull();
    assertThatThrownBy(() -> loader.loadClass("dev.reprise.Retry"))
        .isInstanceOf(ClassNotFoundException.class);
    assertThat(loader.getResource("dev/reprise/Retry.class")).isNull();
    assertThat(before.hidden()).hasSizeGreaterThan(2).doesNotContainAnyElementsOf(before.visible());
  }

  @Test
  void a_project_on_failsafe_makes_the_same_calls_on_reprise() throws Exception {
    Project project = migrated("failsafe", new FromFailsafe(), "dev.failsafe");
    assertThat(project.text("pom.xml")).contains("<artifactId>reprise-core</artifactId>");
  }

  @Test
  void a_project_on_resilience4j_makes_the_same_calls_on_reprise() throws Exception {
    Project project = migrated("resilience4j", new FromResilience4j(), "io.github.resilience4j");
    assertThat(project.text("pom.xml"))
        .contains("<artifactId>reprise-spring-boot-starter</artifactId>");
    assertThat(project.text("src/main/resources/application.yaml"))
        .doesNotContain("resilience4j:")
        .contains("backoff: exponential(1ms, x2)");
  }

  @Test
  void a_project_on_spring_retry_makes_the_same_calls_on_reprise() throws Exception {
    Project project = migrated("spring-retry", new FromSpringRetry(), "org.springframework.retry");
    assertThat(project.text("pom.xml"))
        .contains("<artifactId>reprise-spring-boot-starter</artifactId>");
  }
}
