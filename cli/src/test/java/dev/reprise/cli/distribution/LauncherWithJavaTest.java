package dev.reprise.cli.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.cli.Program;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher with Java and the classes under test: what the shell and Java do to a command. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a script for a POSIX shell")
class LauncherWithJavaTest {

  private static final String ONCE = "reprise run maxAttempts=1 -- ";

  @TempDir private Path folder;

  @BeforeEach
  void install() throws Exception {
    Path bin = Files.createDirectories(folder.resolve("app/bin"));
    Path launcher = Path.of("distribution", "launcher").toAbsolutePath();
    Program.Ended ended = Program.start(new ProcessBuilder(launcher.toString(), "b1")).end();
    Path script = Files.writeString(bin.resolve("reprise"), ended.text());
    assertThat(script.toFile().setExecutable(true)).isTrue();
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classes());
    try (OutputStream jar = Files.newOutputStream(folder.resolve("app/reprise-cli.jar"))) {
      new JarOutputStream(jar, manifest).close();
    }
  }

  private static String classes() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(entry -> Path.of(entry).toUri().toString())
        .collect(Collectors.joining(" "));
  }

  /** A shell script, since the JVM of the test may not be able to pass all bytes to a process. */
  private Program.Ended inShell(String lines) throws IOException, InterruptedException {
    Path script = Files.writeString(folder.resolve("script"), lines);
    ProcessBuilder builder = new ProcessBuilder("sh", script.toString()).directory(folder.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("LC_") || name.equals("LANG"));
    builder
        .environment()
        .put("PATH", folder.resolve("app/bin") + File.pathSeparator + System.getenv("PATH"));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("XDG_CACHE_HOME", "/dev/null/cache");
    builder.environment().remove("REPRISE_JAVA_OPTS");
    return Program.start(builder).end();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "LC_ALL=C ", "LANG=POSIX ", "LC_ALL=C.UTF-8 "})
  void a_command_gets_its_arguments_unchanged_in_any_locale(String locale) throws Exception {
    Program.Ended ended = inShell(locale + ONCE + "printf %s 'Größe 5 €'");
    assertThat(ended.text()).as(ended.messages()).isEqualTo("Größe 5 €");
  }

  @Test
  void a_command_gets_the_locale_of_the_caller() throws Exception {
    String print = "sh -c 'echo \"${LC_ALL-none} ${LANG-none}\"'\n";
    Program.Ended ended =
        inShell(ONCE + print + "LC_ALL=C " + ONCE + print + "LANG=C.UTF-8 " + ONCE + print);
    assertThat(ended.text()).isEqualTo("none none\nC none\nnone C.UTF-8\n");
  }

  @Test
  void files_and_directories_have_any_name_in_the_locale_c() throws Exception {
    Program.Ended ended =
        inShell("mkdir ö && cd ö && reprise dynamodb generate 1 --out ü && test -s ü && ls ..");
    assertThat(ended.code()).as(ended.messages()).isZero();
    assertThat(ended.text()).contains("ö\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"run -- touch", "dynamodb generate 1 --out"})
  void an_argument_that_is_not_text_is_refused(String command) throws Exception {
    Program.Ended ended = inShell("reprise " + command + " \"$(printf 'caf\\351')\"; echo $?; ls");
    assertThat(ended.text()).isEqualTo("2\napp\nscript\n");
    assertThat(ended.messages()).contains("an argument is not text in ");
  }

  @Test
  void a_replacement_character_is_an_argument_like_any_other() throws Exception {
    assertThat(inShell(ONCE + "printf %s '\uFFFD'").text()).isEqualTo("\uFFFD");
  }

  @ParameterizedTest
  @ValueSource(strings = {"run maxAttempts=1 -- cat", "run maxAttempts=2 backoff=none -- cat"})
  void a_closed_standard_input_cannot_be_read(String command) throws Exception {
    Program.Ended ended = inShell("reprise " + command + " <&-");
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.output()).isEmpty();
  }

  @Test
  void a_closed_standard_output_cannot_be_written() throws Exception {
    Program.Ended ended =
        inShell("reprise version >&-; echo $?; " + ONCE + "sh -c 'ls -l /proc/self/fd/1 >&2' >&-");
    assertThat(ended.text()).isEqualTo("1\n");
    assertThat(ended.messages())
        .contains("cannot write to standard output: ")
        .doesNotContain("modules");
  }

  @Test
  void a_closed_standard_error_is_not_a_file_of_java() throws Exception {
    Program.Ended ended = inShell(ONCE + "sh -c 'ls -l /proc/self/fd/2' 2>&-");
    assertThat(ended.text()).doesNotContain("modules");
  }
}
