package dev.reprise.verification.benchmarks.declared;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AnnotatedTest {

  /**
   * Undecorated beans are rejected where the contexts are created, so decoration is not tested
   * here.
   */
  @ParameterizedTest
  @EnumSource
  void a_decorated_method_returns_its_value(Annotated.Kind kind) {
    Annotated annotated = new Annotated();
    annotated.kind = kind;
    annotated.decorate();
    try {
      assertThat(annotated.one()).isEqualTo("b");
      assertThat(annotated.one()).isEqualTo("c");
    } finally {
      annotated.close();
    }
  }
}
