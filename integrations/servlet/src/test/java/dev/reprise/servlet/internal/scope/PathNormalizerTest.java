package dev.reprise.servlet.internal.scope;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PathNormalizerTest {

  @ParameterizedTest
  @CsvSource({
    "/payments, /payments",
    "/, /",
    "'', /",
    "/a/./b, /a/b",
    "/a/../b, /b",
    "/a/b/.., /a/",
    "/a/., /a/",
    "/../a, /a",
    "/a//b, /a//b",
    "/a/, /a/",
    "/%7ea%2Db, /~a-b",
    "/a%2fb, /a%2Fb",
    "/%c3%bc, /%C3%BC",
    "/%2e%2e/a, /a",
    "/a%, /a%",
    "/a%4, /a%4",
    "/a%zz, /a%zz",
  })
  void normal_forms(String path, String normal) {
    assertThat(PathNormalizer.normalized(path)).isEqualTo(normal);
    assertThat(PathNormalizer.normalized(normal)).isEqualTo(normal);
  }

  @ParameterizedTest
  @CsvSource({
    "/a/./b/.., /a/./b/..",
    "/a/%2e%2E/b, /a/../b",
    "/%7ea%2db%2fc, /~a-b%2Fc",
  })
  void decoded_forms(String path, String decoded) {
    assertThat(PathNormalizer.decoded(path)).isEqualTo(decoded);
    assertThat(PathNormalizer.decoded(decoded)).isEqualTo(decoded);
  }
}
