package dev.reprise.verification.spring.aot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplicationAotProcessor;
import org.springframework.context.aot.AbstractAotProcessor.Settings;

/** An application is processed ahead of time, compiled, and started on a JVM of its own. */
class AheadOfTimeTest {

  private static final List<String> ARGUMENTS =
      List.of("--spring.main.web-application-type=none", "--spring.main.banner-mode=off");

  @TempDir Path directory;

  @Test
  void an_application_processed_ahead_of_time_retries_with_the_properties_of_its_start()
      throws Exception {
    Path sources = directory.resolve("sources");
    Path resources = directory.resolve("resources");
    Path classes = directory.resolve("classes");
    new SpringApplicationAotProcessor(
            AotApplication.class,
            Settings.builder()
                .sourceOutput(sources)
                .resourceOutput(resources)
                .classOutput(classes)
                .groupId("dev.reprise.test")
                .artifactId("processed")
                .build(),
            arguments("--reprise.policies.orders.retry-on=java.io.IOException"))
        .process();
    compile(sources, classes);
    assertThat(
            run(
                classes + File.pathSeparator + resources + File.pathSeparator + classPath(),
                arguments(
                    "--reprise.policies.orders.max-attempts=3",
                    "--reprise.policies.orders.no-waits=true",
                    "--reprise.policies.mail.within=5s")))
        .contains(
            "processed ahead of time: true",
            "annotated: attempt 3",
            "injected: attempt 6",
            "unavailable: last known, after: not available",
            "policies: [default, mail, orders]",
            "retries: [reprise.policies.default, reprise.policies.mail, reprise.policies.orders]");
  }

  private static void compile(Path sources, Path classes) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        Stream<Path> found = Files.walk(sources)) {
      List<Path> all = found.filter(file -> file.toString().endsWith(".java")).toList();
      assertThat(all).isNotEmpty();
      boolean compiled =
          compiler
              .getTask(
                  messages,
                  files,
                  null,
                  List.of(
                      "-d",
                      classes.toString(),
                      "-cp",
                      classes + File.pathSeparator + classPath(),
                      "-proc:none",
                      "-nowarn"),
                  null,
                  files.getJavaFileObjectsFromPaths(all))
              .call();
      assertThat(compiled).as(messages.toString()).isTrue();
    }
  }

  private String run(String classPath, String... arguments) throws Exception {
    Path output = directory.resolve("output.txt");
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Process process =
        new ProcessBuilder(
                Stream.concat(
                        Stream.of(
                            java.toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-Dspring.aot.enabled=true",
                            "-cp",
                            classPath,
                            AotApplication.class.getName()),
                        Stream.of(arguments))
                    .toList())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    int exit = process.waitFor();
    String printed = Files.readString(output, StandardCharsets.UTF_8);
    assertThat(exit).as(printed).isZero();
    return printed;
  }

  private static String[] arguments(String... more) {
    return Stream.concat(ARGUMENTS.stream(), Stream.of(more)).toArray(String[]::new);
  }

  private static String classPath() {
    return System.getProperty("java.class.path");
  }
}
