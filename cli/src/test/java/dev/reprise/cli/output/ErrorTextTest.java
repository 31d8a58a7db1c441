package dev.reprise.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ErrorTextTest {

  @Test
  void messages_contain_no_java_names() {
    assertThat(ErrorText.of(new NoSuchFileException("x"))).isEqualTo("no such file or directory");
    assertThat(ErrorText.of(new AccessDeniedException("x"))).isEqualTo("permission denied");
    assertThat(ErrorText.of(new FileSystemException("x", null, "File name too long")))
        .isEqualTo("File name too long");
    assertThat(ErrorText.of(new UncheckedIOException(new NoSuchFileException("x"))))
        .isEqualTo("no such file or directory");
    assertThat(ErrorText.of(new IllegalStateException(new IOException("no route"))))
        .isEqualTo("no route");
    assertThat(ErrorText.of(new OutOfMemoryError())).isEqualTo("out of memory");
    assertThat(ErrorText.line("x failed: java.net.ConnectException: refused"))
        .isEqualTo("x failed: refused");
    assertThat(ErrorText.line("there is no class java.io.NoSuchException"))
        .isEqualTo("there is no class java.io.NoSuchException");
  }

  @Test
  void the_sdk_without_credentials_takes_one_line() {
    String message =
        "Unable to load credentials from any of the providers in the chain "
            + "AwsCredentialsProviderChain(credentialsProviders=[".repeat(30);
    assertThat(ErrorText.of(new IllegalStateException(message)))
        .startsWith("no AWS credentials were found: set AWS_ACCESS_KEY_ID ")
        .contains("AWS_PROFILE (not of SSO or a role)")
        .hasSizeLessThan(160);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\nb", "a\rb", "\u001b[31mred", "a\u0007b", "a\u009bb", "a\u202egnp.exe", "\u2066x",
        "a\u200bb", "\ufeffx", "\ud800", "x\udc00", "a\u2028b", "a\u0000b", "\udb40\udc41"
      })
  void text_is_one_line_that_is_safe_for_a_terminal(String hostile) {
    assertThat(ErrorText.line(hostile))
        .matches("[a-zA-Z0-9.\\[\\\\]+")
        .contains("\\")
        .doesNotContain("\n", "\r", "\u001b");
    assertThat(ErrorText.of(new IllegalStateException(hostile))).isEqualTo(ErrorText.line(hostile));
  }

  @Test
  void a_megabyte_is_truncated_and_letters_of_all_languages_are_kept() {
    assertThat(ErrorText.line("x".repeat(1 << 20))).hasSizeLessThan(2_100).endsWith("...");
    assertThat(ErrorText.lines("x".repeat(1 << 20))).hasSizeLessThan(2_100);
    assertThat(ErrorText.line("gr\u00fc\u00dfe \u4f60\u597d \ud83d\ude00"))
        .isEqualTo("gr\u00fc\u00dfe \u4f60\u597d \ud83d\ude00");
  }
}
