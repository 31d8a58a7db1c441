package dev.reprise.cli.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.cli.InProcess;
import dev.reprise.cli.Program;
import dev.reprise.testbed.dynamodb.DynamoDbTableServer;
import dev.reprise.testbed.dynamodb.Fault;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a load says why items are dead, and stops at a failure that is not about an item. */
class FailureReasonsTest {

  private static final int LINES = 2_000;

  private final AtomicInteger writes = new AtomicInteger();
  private final DynamoDbTableServer server =
      DynamoDbTableServer.builder().writeUnits(100_000).faults(this::expire).start();
  @TempDir private Path folder;

  private Optional<Fault> expire(String operation) {
    boolean expired = operation.equals("BatchWriteItem") && writes.incrementAndGet() > 10;
    return expired
        ? Optional.of(Fault.answer(400, "ExpiredTokenException", "The token is expired"))
        : Optional.empty();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void an_expired_token_stops_a_load_which_prints_the_reason() throws Exception {
    Path file =
        Files.write(
            folder.resolve("orders.ndjson"),
            IntStream.range(0, LINES).mapToObj(i -> "{\"id\":\"" + i + "\"}").toList());

    Program.Ended ended =
        InProcess.reprise(
            "dynamodb",
            "load",
            file.toString(),
            "--table",
            "orders",
            "--create",
            "id",
            "--linger",
            "1h",
            "--endpoint",
            server.endpoint().toString());

    assertThat(ended.code()).isEqualTo(1);
    assertThat(writes).hasValueLessThan(10 + 3 * 8);
    assertThat(ended.text()).contains("250 of ");
    assertThat(ended.messages())
        .containsPattern("reprise: \\d+ dead: The token is expired")
        .contains("later lines were not read");
  }
}
