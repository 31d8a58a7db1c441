package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code mvnw} in a checkout whose folder has a blank, with a fake Maven. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the script is for a POSIX shell")
class MavenWrapperTest {

  private static final String PROPERTIES = ".mvn/wrapper/maven-wrapper.properties";

  @TempDir private Path folder;

  @Test
  void runs_in_a_folder_with_a_blank() throws Exception {
    Path home = folder.resolve("a checkout");
    Path script = copy("mvnw", home);
    copy(PROPERTIES, home);
    Path user = folder.resolve("a user");
    Path maven = user.resolve("wrapper/dists").resolve(placeOfMaven()).resolve("bin/mvn");
    Files.createDirectories(maven.getParent());
    Files.writeString(maven, "#!/bin/sh\nprintf '[%s]' \"$@\"\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    assertThat(maven.toFile().setExecutable(true)).isTrue();

    ProcessBuilder builder = new ProcessBuilder(script.toString(), "-q", "a b");
    builder.environment().put("MAVEN_USER_HOME", user.toString());
    builder.environment().remove("MVNW_REPOURL");
    Program.Ended ended = Program.start(builder).end();

    assertThat(ended.text()).as(ended.messages()).isEqualTo("[-q][a b]");
  }

  private static Path copy(String name, Path home) throws IOException {
    Path copy = home.resolve(name);
    Files.createDirectories(copy.getParent());
    return Files.copy(Path.of("..", name), copy);
  }

  /** The folder in which the script expects Maven; it downloads it otherwise. */
  private static String placeOfMaven() throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(Path.of("..", PROPERTIES))) {
      properties.load(reader);
    }
    String url = properties.getProperty("distributionUrl");
    String name = url.substring(url.lastIndexOf('/') + 1).replace("-bin.zip", "");
    return name + "/" + String.format(Locale.ROOT, "%x", url.hashCode());
  }
}
