package dev.reprise.examples.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The metadata for native images has the format that GraalVM reads, and conditions. */
class NativeImageSchemaTest {

  private static final String SCHEMA = "/native-image/reachability-metadata.schema.json";
  private static final String PLACE = "src/main/resources/META-INF/native-image";

  @Test
  void the_metadata_of_each_module_fits_the_schema() throws IOException {
    List<RepositoryFile> files = metadata();
    assertThat(files).hasSizeGreaterThan(5);
    for (RepositoryFile file : files) {
      assertThat(file.mistakes(SCHEMA)).as(file.path().toString()).isEmpty();
    }
  }

  private static List<RepositoryFile> metadata() throws IOException {
    List<Path> modules = new ArrayList<>();
    for (String folder : List.of("", "integrations")) {
      try (Stream<Path> children = Files.list(RepositoryFile.root().resolve(folder))) {
        children.filter(child -> Files.isDirectory(child.resolve(PLACE))).forEach(modules::add);
      }
    }
    List<RepositoryFile> files = new ArrayList<>();
    for (Path module : modules) {
      try (Stream<Path> found = Files.walk(module.resolve(PLACE))) {
        for (Path file : found.filter(Files::isRegularFile).toList()) {
          files.add(new RepositoryFile(file, Files.readString(file)));
        }
      }
    }
    return files;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"condition\" | \"conditions\"",
        "\"typeReached\" | \"typeReachable\"",
        "\"parameterTypes\" | \"parameters\"",
        "\"methods\" | \"queriedMethods\"",
        "\"glob\": \"dev | \"glob\": \"/dev",
        "\"glob\" | \"pattern\"",
        "\"reflection\" | \"reflect\"",
        "\"type\": \"java.sql | \"type\": \"java/sql",
      })
  void a_planted_mistake_is_found(String part, String mistake) throws IOException {
    RepositoryFile jdbc =
        RepositoryFile.of(
            "integrations/jdbc/" + PLACE + "/dev.reprise/reprise-jdbc/reachability-metadata.json");
    assertThat(jdbc.with(part, mistake).mistakes(SCHEMA)).isNotEmpty();
  }
}
