package dev.reprise.simulator.model;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContentionReferenceTest {

  private final ContentionReference reference = new ContentionReference();

  @Test
  void agrees_with_another_program() {
    reference.assertMatches(100, Long.getLong("reprise.simulator.seed", 3));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 42, -9_000_000_000L})
  @Tag("proof")
  void agrees_with_another_program_at_three_hundred_seeds(long baseSeed) {
    reference.assertMatches(300, Long.getLong("reprise.simulator.seed", baseSeed));
  }
}
