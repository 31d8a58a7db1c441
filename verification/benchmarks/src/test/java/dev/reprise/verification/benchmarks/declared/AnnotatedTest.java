package dev.reprise.verification.benchmarks.declared;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AnnotatedTest {

  /** That peers decorate at all is checked where they are made: an undecorated bean is refused. */
  @ParameterizedTest
  @EnumSource
  void a_decorated_method_answers(Annotated.Kind kind) {
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
