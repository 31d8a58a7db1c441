package dev.reprise.cli.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class ServiceOptionsTest {

  @Test
  void the_scheme_of_an_address_may_be_in_upper_case() {
    assertThat(ServiceOptions.url("HTTP://127.0.0.1:8000").getPort()).isEqualTo(8000);
    assertThat(ServiceOptions.url("Https://example.org")).hasHost("example.org");
    assertThatIllegalArgumentException().isThrownBy(() -> ServiceOptions.url("FTP://127.0.0.1"));
  }
}
