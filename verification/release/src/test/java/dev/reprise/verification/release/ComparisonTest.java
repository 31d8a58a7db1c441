package dev.reprise.verification.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonTest {

  private static final String CORE = "dev/reprise/reprise-core/1.2.3/reprise-core-1.2.3";

  @TempDir Path one;
  @TempDir Path other;

  @Test
  void repositories_with_the_same_bytes_do_not_differ() throws IOException {
    new SampleBundle(one);
    new SampleBundle(other);
    assertThat(Comparison.differences(one, other)).isEmpty();
  }

  @Test
  void a_jar_that_differs_is_named_with_its_entries() throws IOException {
    new SampleBundle(one);
    SampleBundle changed = new SampleBundle(other);
    SampleBundle.jar(
        changed.artifact("reprise-core").file(".jar"),
        Map.of("META-INF/NOTICE", "another", "a/B.class", "added"));
    assertThat(Comparison.differences(one, other))
        .containsExactly(CORE + ".jar in [META-INF/NOTICE, a/B.class]");
  }

  @Test
  void a_text_that_differs_is_named_with_the_first_byte() throws IOException {
    new SampleBundle(one);
    SampleBundle changed = new SampleBundle(other);
    Files.writeString(changed.artifact("reprise-core").file("-cyclonedx.json"), "{ }");
    assertThat(Comparison.differences(one, other))
        .containsExactly(CORE + "-cyclonedx.json from byte 1");
  }

  @Test
  void a_file_that_only_one_build_wrote_is_named() throws IOException {
    new SampleBundle(one);
    SampleBundle changed = new SampleBundle(other);
    Files.delete(changed.artifact("reprise-core").file("-sources.jar"));
    assertThat(Comparison.differences(one, other))
        .containsExactly(CORE + "-sources.jar is only in the first");
  }

  @Test
  void the_metadata_of_maven_which_contains_the_time_is_not_compared() throws IOException {
    new SampleBundle(one);
    new SampleBundle(other);
    Files.writeString(other.resolve("dev/reprise/maven-metadata.xml"), "a time");
    assertThat(Comparison.differences(one, other)).isEmpty();
  }

  @Test
  void folders_without_files_are_no_equal_builds() {
    assertThatThrownBy(() -> Comparison.differences(one, other))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("contains no files");
  }
}
