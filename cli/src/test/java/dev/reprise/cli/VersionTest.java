package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VersionTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0.1.0+64342454c0de          | reprise 0.1.0, commit 64342454c0de, Java 21.0.1 (Temurin)",
        "0.1.0+64342454c0de.modified | reprise 0.1.0, commit 64342454c0de with local changes, Java"
            + " 21.0.1 (Temurin)",
        "0.1.0-SNAPSHOT              | reprise 0.1.0-SNAPSHOT, unknown commit, Java 21.0.1 (Temurin)",
        "                            | reprise (unpackaged), Java 21.0.1 (Temurin)"
      })
  void prints_version_commit_and_java(String packaged, String text) {
    assertThat(Version.text(packaged, "21.0.1", "Temurin")).isEqualTo(text);
  }

  @Test
  void reports_the_java_that_runs_it() {
    assertThat(Version.text()).contains("Java " + Runtime.version().feature());
  }
}
