package dev.reprise.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the contents of the jar that the script {@code job} builds. */
@Tag("proof")
class ShadedJarTest {

  private static final String SERVICES = "META-INF/services/";
  private static final String SOURCE = "org.apache.spark.sql.sources.DataSourceRegister";

  private static Path jar;

  @BeforeAll
  static void pack(@TempDir Path folder) throws Exception {
    Path root = Path.of("../..").toRealPath();
    Path output = folder.resolve("output");
    Process maven =
        new ProcessBuilder(
                root.resolve("mvnw").toString(),
                "-q",
                "-B",
                "-ntp",
                "-Dquick",
                "-DskipTests",
                "-pl",
                "integrations/spark",
                "-am",
                "package")
            .directory(root.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(maven.waitFor()).as(Files.readString(output)).isZero();
    } finally {
      maven.descendants().forEach(ProcessHandle::destroyForcibly);
      maven.destroyForcibly();
    }
    try (Stream<Path> files = Files.list(root.resolve("integrations/spark/target/quick"))) {
      jar =
          files
              .filter(
                  file -> file.getFileName().toString().matches("reprise-spark-[0-9.]+.*\\.jar"))
              .filter(file -> !file.toString().matches(".*(sources|javadoc)\\.jar"))
              .findFirst()
              .orElseThrow();
    }
  }

  @Test
  void every_class_is_in_a_package_of_its_own() throws Exception {
    try (JarFile jarFile = new JarFile(jar.toFile())) {
      List<String> classes =
          jarFile.stream()
              .map(entry -> entry.getName())
              .filter(name -> name.endsWith(".class"))
              .toList();
      assertThat(classes)
          .hasSizeGreaterThan(1000)
          .contains("dev/reprise/spark/DynamoDbSource.class")
          .allMatch(name -> name.startsWith("dev/reprise/spark/"));
      assertThat(classes.stream().filter(name -> !name.contains("/shaded/")))
          .allMatch(name -> name.matches("dev/reprise/spark/(internal/[a-z]+/)?[^/]+"));
    }
  }

  @Test
  void every_service_names_a_class_of_the_jar() throws Exception {
    try (JarFile jarFile = new JarFile(jar.toFile())) {
      for (var service :
          jarFile.stream()
              .filter(entry -> entry.getName().startsWith(SERVICES) && !entry.isDirectory())
              .toList()) {
        String name = service.getName().substring(SERVICES.length());
        assertThat(name).matches(SOURCE.replace(".", "\\.") + "|dev\\.reprise\\.spark\\..+");
        List<String> providers = lines(jarFile, service.getName());
        assertThat(providers)
            .as(name)
            .isNotEmpty()
            .allSatisfy(
                provider ->
                    assertThat(jarFile.getEntry(provider.replace('.', '/') + ".class"))
                        .as(provider)
                        .isNotNull());
      }
      assertThat(lines(jarFile, SERVICES + SOURCE)).containsExactly(DynamoDbSource.class.getName());
    }
  }

  private static List<String> lines(JarFile jarFile, String name) throws Exception {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                jarFile.getInputStream(jarFile.getEntry(name)), StandardCharsets.UTF_8))) {
      return reader
          .lines()
          .map(line -> line.replaceAll("#.*", "").strip())
          .filter(line -> !line.isEmpty())
          .toList();
    }
  }

  @Test
  void its_client_consists_of_classes_of_the_jar() throws Exception {
    try (URLClassLoader loader =
        new URLClassLoader(
            new URL[] {jar.toUri().toURL()},
            new OnlySparkClassLoader(getClass().getClassLoader()))) {
      Class<?> location = loader.loadClass("dev.reprise.spark.internal.table.TableLocation");
      var constructor = location.getDeclaredConstructor(String.class, String.class, String.class);
      constructor.setAccessible(true);
      Object table = constructor.newInstance("games", null, "http://127.0.0.1:1");
      var client = location.getDeclaredMethod("client", int.class);
      client.setAccessible(true);
      try (AutoCloseable closed = (AutoCloseable) client.invoke(table, 1)) {
        assertThat(closed.getClass().getName())
            .startsWith("dev.reprise.spark.shaded.amazon.awssdk.services.dynamodb.");
      }
    }
  }

  /** The class path of this test without the classes that the jar must contain. */
  private static final class OnlySparkClassLoader extends ClassLoader {

    OnlySparkClassLoader(ClassLoader parent) {
      super(parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("dev.reprise.")
          || name.startsWith("software.amazon.")
          || name.startsWith("org.apache.hc.")) {
        throw new ClassNotFoundException(name);
      }
      return super.loadClass(name, resolve);
    }
  }
}
