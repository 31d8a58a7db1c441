package dev.reprise.verification.architecture;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VersionsTest {

  private static final int LINES_OF_ROOT_BELOW = 300;

  private static final String OF_ITS_BOOT = "the version of its Spring Boot";
  private static final String NEWEST_KOTLIN =
      "the newest Kotlin; the module is compiled with the oldest";
  private static final String NEWEST_BOOT =
      "the newest Spring Boot; the starter is compiled with the oldest";

  private static final String OLDEST_AND_NEWEST =
      "the tests run with the oldest supported version, and again with the newest";

  /** The modules that may name a different version, with the reason. */
  private static final Map<String, String> EXCEPTIONS =
      Map.ofEntries(
          entry(
              "integrations/spark org.slf4j:slf4j-api",
              "Spark's log binding needs SLF4J 2; all other modules use 1.7, as the AWS SDK"),
          entry(
              "verification/consumers/junit-5 org.junit:junit-bom",
              "the oldest JUnit that users of the test kits may have"),
          entry(
              "verification/benchmarks io.micrometer:micrometer-core",
              "the version that the peers need; ours is compiled with that of Spring Boot 3.5"),
          entry("verification/benchmarks io.micrometer:micrometer-observation", "the same"),
          entry(
              "verification/consumers/kotlin-1.9 org.jetbrains.kotlin:kotlin-maven-plugin",
              "the oldest compiler that users may have"),
          entry(
              "verification/consumers/kotlin-1.9 org.junit:junit-bom",
              "the compiler of Kotlin 1.9 cannot read JUnit 6"),
          entry("verification/benchmarks-kotlin org.jetbrains.kotlin:kotlin-stdlib", NEWEST_KOTLIN),
          entry(
              "verification/benchmarks-kotlin org.jetbrains.kotlinx:kotlinx-coroutines-core-jvm",
              NEWEST_KOTLIN),
          entry("examples/kotlin org.jetbrains.kotlin:kotlin-stdlib", NEWEST_KOTLIN),
          entry("examples/kotlin org.jetbrains.kotlinx:kotlinx-coroutines-core-jvm", NEWEST_KOTLIN),
          entry("examples/kotlin org.jetbrains.kotlinx:kotlinx-coroutines-test-jvm", NEWEST_KOTLIN),
          entry("examples/spring-boot org.junit:junit-bom", OF_ITS_BOOT),
          entry(
              "examples/spring-boot org.springframework.boot:spring-boot-dependencies",
              NEWEST_BOOT),
          entry("integrations/reactor io.projectreactor:reactor-core", OLDEST_AND_NEWEST),
          entry("integrations/reactor io.projectreactor:reactor-test", OLDEST_AND_NEWEST),
          entry(
              "integrations/reactor io.projectreactor.netty:reactor-netty-core", OLDEST_AND_NEWEST),
          entry(
              "integrations/reactor io.projectreactor.netty:reactor-netty-http", OLDEST_AND_NEWEST),
          entry("integrations/reactor org.springframework:spring-beans", OLDEST_AND_NEWEST),
          entry("integrations/reactor org.springframework:spring-context", OLDEST_AND_NEWEST),
          entry("integrations/reactor org.springframework:spring-core", OLDEST_AND_NEWEST),
          entry("verification/migrations org.junit:junit-bom", OF_ITS_BOOT),
          entry("verification/spring/boot-3.5 org.junit:junit-bom", OF_ITS_BOOT),
          entry("verification/spring/boot-4.1 org.junit:junit-bom", OF_ITS_BOOT),
          entry("verification/spring/start-up org.junit:junit-bom", OF_ITS_BOOT),
          entry(
              "verification/spring/boot-4.1 org.springframework.boot:spring-boot-dependencies",
              NEWEST_BOOT),
          entry(
              "verification/spring/boot-4.1 org.springframework.cloud:spring-cloud-context",
              OF_ITS_BOOT),
          entry(
              "verification/spring/start-up org.springframework.boot:spring-boot-dependencies",
              NEWEST_BOOT));

  private static final String MANAGED = "</dependencyManagement>";

  private static List<Pom> poms;

  @TempDir Path tree;

  @BeforeAll
  static void readPoms() throws IOException {
    poms = Pom.ofTree(Sources.root());
  }

  @Test
  void the_root_pom_stays_below_300_lines() throws IOException {
    assertThat(Sources.lines(Sources.root().resolve("pom.xml"))).isLessThan(LINES_OF_ROOT_BELOW);
  }

  @Test
  void the_root_manages_only_our_modules_junit_assertj_and_jspecify() {
    Pom root = poms.get(0);
    assertThat(root.managed()).contains("dev.reprise:reprise-core", "org.junit:junit-bom");
    assertThat(Versions.wronglyManaged(root)).isEmpty();
  }

  @Test
  void no_artifact_is_used_in_two_versions() {
    assertThat(poms).extracting(Pom::module).contains("build", "verification/architecture");
    assertThat(Versions.disagreements(poms, EXCEPTIONS.keySet())).isEmpty();
  }

  @Test
  void every_exception_is_needed() {
    assertThat(Versions.needless(poms, EXCEPTIONS.keySet())).isEmpty();
  }

  /**
   * The following tests use sample trees that break each rule, which proves that the rules detect
   * violations.
   */
  @Test
  void finds_dependencies_that_the_root_or_its_parent_manages_for_others() throws IOException {
    write("build", "<dependencyManagement>" + of("io.netty", "netty-bom", "1") + MANAGED);
    write(
        ".", parent("build/pom.xml") + "<dependencyManagement>" + of("org.a", "a", "1") + MANAGED);
    assertThat(Versions.wronglyManaged(Pom.ofTree(tree).get(0)))
        .containsExactly("io.netty:netty-bom", "org.a:a");
  }

  @Test
  void two_versions_are_found_in_any_section() throws IOException {
    modules(
        "<dependencies>" + of("org.a", "a", "1") + of("org.b", "b", "7") + "</dependencies>",
        "<properties><a.version>2</a.version></properties><dependencyManagement>"
            + (of("org.a", "a", "${a.version}") + of("org.b", "b", "7") + MANAGED));
    assertThat(Versions.disagreements(Pom.ofTree(tree), Set.of()))
        .containsExactly("org.a:a {1=[one], 2=[two]}");
  }

  @Test
  void two_versions_are_found_among_plugins_and_processors() throws IOException {
    modules(
        "<build><plugin><artifactId>jar</artifactId><version>1</version></plugin></build>",
        "<build><plugin><artifactId>jar</artifactId><version>2</version></plugin></build>");
    assertThat(Versions.disagreements(Pom.ofTree(tree), Set.of()))
        .containsExactly("org.apache.maven.plugins:jar {1=[one], 2=[two]}");
  }

  @Test
  void a_different_value_of_a_root_property_is_a_different_version() throws IOException {
    write(
        ".",
        "<modules><module>one</module></modules><properties><a>1</a></properties><dependencies>"
            + (of("org.a", "a", "${a}") + "</dependencies>"));
    write("one", parent("../pom.xml") + "<properties><a>2</a></properties>");
    assertThat(Versions.disagreements(Pom.ofTree(tree), Set.of()))
        .containsExactly("org.a:a {1=[.], 2=[one]}");
  }

  @Test
  void an_exception_applies_to_one_module_and_is_found_if_it_is_not_needed() throws IOException {
    String block = "<dependencies>" + of("org.a", "a", "%s") + "</dependencies>";
    modules(block.formatted("1"), block.formatted("2"));
    List<Pom> sample = Pom.ofTree(tree);
    assertThat(Versions.disagreements(sample, Set.of("two org.a:a"))).isEmpty();
    assertThat(Versions.disagreements(sample, Set.of("two org.b:b"))).hasSize(1);
    assertThat(Versions.needless(sample, Set.of("two org.a:a", "two org.b:b")))
        .containsExactly("two org.b:b");
  }

  private void modules(String one, String two) throws IOException {
    write(".", "<modules><module>one</module><module>two</module></modules>");
    write("one", parent("../pom.xml") + one);
    write("two", parent("../pom.xml") + two);
  }

  private void write(String module, String content) throws IOException {
    Path folder = Files.createDirectories(tree.resolve(module));
    Files.writeString(folder.resolve("pom.xml"), "<project>" + content + "</project>");
  }

  private static String parent(String path) {
    return "<parent><artifactId>parent</artifactId><version>1</version><relativePath>"
        + (path + "</relativePath></parent>");
  }

  private static String of(String group, String artifact, String version) {
    return """
        <dependency>
          <groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version>
        </dependency>
        """
        .formatted(group, artifact, version);
  }
}
