package dev.reprise.simulator.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamesTest {

  private static final List<String> KNOWN =
      List.of("rate", "queue", "fault", "fault-start", "fault-length", "aws-contention");

  @ParameterizedTest
  @CsvSource({
    "rat, rate",
    "RATE, rate",
    "quue, queue",
    "fault-lenght, fault-length",
    "fault-s, fault-start",
    "aws-contnetion, aws-contention",
    "aws, aws-contention",
  })
  void suggests_the_name_that_was_probably_meant(String given, String meant) {
    assertThat(Names.nearest(given, KNOWN)).contains(meant);
  }

  @ParameterizedTest
  @CsvSource({"zzz", "x", "outage-hang", "''"})
  void suggests_nothing_for_a_name_that_resembles_none(String given) {
    assertThat(Names.nearest(given, KNOWN)).isEmpty();
  }

  @Test
  void lists_all_known_names() {
    assertThat(Names.unknown("key", "zzz", List.of("a", "b")))
        .isEqualTo("there is no key zzz; there are a, b");
    assertThat(Names.unknown("key", "rates", List.of("rate", "queue")))
        .isEqualTo("there is no key rates; did you mean rate? There are rate, queue");
  }
}
