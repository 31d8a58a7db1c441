package dev.reprise.cli.dynamodb.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.cli.aws.SdkClients;
import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DynamoDbClientsTest {

  @ParameterizedTest
  @CsvSource({
    "http://localhost:8000, true",
    "http://LOCALHOST, true",
    "https://127.0.0.1:1, true",
    "http://127.9.9.9, true",
    "http://[::1]:8000, true",
    "http://127.0.0.1.example.com, false",
    "http://localhost.example.com, false",
    "http://10.0.0.1, false",
    "https://dynamodb.eu-central-1.amazonaws.com, false"
  })
  void only_loopback_addresses_get_dummy_credentials(URI endpoint, boolean loopback) {
    assertThat(SdkClients.isLoopback(endpoint)).isEqualTo(loopback);
  }
}
