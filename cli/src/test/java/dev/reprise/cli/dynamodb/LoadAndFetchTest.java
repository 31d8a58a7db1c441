package dev.reprise.cli.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.cli.Program;
import dev.reprise.cli.Signals;
import dev.reprise.testbed.dynamodb.DynamoDbTableServer;
import dev.reprise.testbed.dynamodb.Fault;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadAndFetchTest {

  private final CountDownLatch throttled = new CountDownLatch(20);
  private volatile boolean throttling;
  private final DynamoDbTableServer server =
      DynamoDbTableServer.builder()
          .writeUnits(1_000)
          .readUnits(1_000)
          .faults(this::throttle)
          .start();
  @TempDir private Path folder;

  private Optional<Fault> throttle(String operation) {
    if (!throttling || !operation.equals("BatchWriteItem")) {
      return Optional.empty();
    }
    throttled.countDown();
    return Optional.of(Fault.throttling());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Program.Ended run(String command, Path file, String... more) throws Exception {
    return program(command, file, more).end();
  }

  private Program program(String command, Path file, String... more) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "dynamodb",
                command,
                file.toString(),
                "--table",
                "orders",
                "--endpoint",
                server.endpoint().toString()));
    arguments.addAll(Arrays.asList(more));
    return Program.reprise(arguments.toArray(String[]::new));
  }

  private static String order(int number) {
    return "{\"id\":\"order-" + number + "\",\"stage\":1,\"note\":\"caf\u00e9\"}";
  }

  private Path orders(int count) throws Exception {
    return Files.write(
        folder.resolve("orders.ndjson"),
        IntStream.range(0, count).mapToObj(LoadAndFetchTest::order).toList());
  }

  @Test
  void what_is_loaded_is_fetched_again() throws Exception {
    Path orders = orders(1_500);
    Program.Ended loaded = run("load", orders, "--create", "id,stage:N");

    assertThat(loaded.code()).as(loaded.messages()).isZero();
    assertThat(loaded.text()).startsWith("1500 of 1500 lines written in ");
    assertThat(loaded.messages().lines()).allMatch(line -> line.startsWith("  loading "));

    Path keys =
        Files.write(
            folder.resolve("keys.ndjson"),
            IntStream.range(0, 1_502)
                .mapToObj(i -> "{\"id\":\"order-" + i + "\",\"stage\":1}")
                .toList());
    Path out = folder.resolve("out.ndjson");
    Path absent = folder.resolve("absent.ndjson");
    Program.Ended fetched =
        run("fetch", keys, "--out", out.toString(), "--absent", absent.toString());

    assertThat(fetched.code()).as(fetched.messages()).isZero();
    assertThat(fetched.text()).contains("1502 of 1502 lines answered", "1500 found, 2 absent");
    assertThat(new HashSet<>(Files.readAllLines(out)))
        .isEqualTo(new HashSet<>(Files.readAllLines(orders)));
    assertThat(Files.readAllLines(absent)).hasSize(2);
    assertThat(folder.resolve("orders.ndjson.failed.ndjson")).doesNotExist();
  }

  @Test
  void what_fails_is_in_the_dead_letters_and_the_rest_arrives() throws Exception {
    Path file =
        Files.write(
            folder.resolve("some.ndjson"),
            List.of(
                order(1),
                "not an item",
                "{\"id\":\"no stage\"}",
                "",
                "{\"id\":\"order-2\",\"stage\":1,\"big\":\"" + "x".repeat(410_000) + "\"}",
                "{\"id\":\"order-3\",\"stage\":1,\"number\":1e999}",
                order(4)));
    Program.Ended ended = run("load", file, "--create", "id,stage:N");

    Path dead = folder.resolve("some.ndjson.failed.ndjson");
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.text()).contains("2 of 6 lines written").contains("4 failed, told in " + dead);
    assertThat(ended.messages()).contains("reprise: line 2: not JSON: ");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(dead)))
        .isEqualTo("rw-------");
    String letters = Files.readString(dead);
    assertThat(letters.lines())
        .hasSize(4)
        .anyMatch(line -> line.endsWith("\"attempts\":0,\"text\":\"not an item\"}"))
        .contains(
            "{\"line\":3,\"reason\":\"key attribute stage is missing\",\"attempts\":0,"
                + "\"item\":{\"id\":\"no stage\"}}")
        .anyMatch(line -> line.startsWith("{\"line\":5,\"reason\":\"item must be at most 409600"))
        .anyMatch(
            line -> line.startsWith("{\"line\":6,\"reason\":\"not retryable: ValidationException"));
    assertThat(server.counters().itemsWritten()).isEqualTo(2);

    Program.Ended again = run("load", file);
    assertThat(again.code()).isEqualTo(2);
    assertThat(again.messages()).contains("is there already: move it away, or name another");
  }

  @Test
  void standard_input_and_output_will_do_for_files() throws Exception {
    byte[] input = (order(1) + "\n" + order(2) + "\n").getBytes(StandardCharsets.UTF_8);
    Path letters = folder.resolve("dead");
    Program.Ended loaded =
        program("load", Path.of("-"), "--create", "id,stage:N", "--dead-letters", letters + "")
            .end(input);
    assertThat(loaded.code()).as(loaded.messages()).isZero();

    Program.Ended fetched =
        program("fetch", Path.of("-"), "--out", "-", "--consistent", "--dead-letters", letters + "")
            .end(input);

    assertThat(fetched.code()).as(fetched.messages()).isZero();
    assertThat(fetched.text().lines()).containsExactlyInAnyOrder(order(1), order(2));
    assertThat(fetched.messages()).contains("2 found, 0 absent");
    assertThat(letters).doesNotExist();
  }

  @Test
  void an_unknown_table_is_told_before_a_line_is_read() throws Exception {
    Program.Ended loaded = run("load", orders(3));
    Program.Ended fetched = run("fetch", orders(3), "--out", folder.resolve("out").toString());

    for (Program.Ended ended : List.of(loaded, fetched)) {
      assertThat(ended.code()).isEqualTo(1);
      assertThat(ended.text()).isEmpty();
      assertThat(ended.messages().lines())
          .containsExactly(
              "reprise: table orders: Requested resource not found: Table: orders not found");
    }
    assertThat(folder.resolve("orders.ndjson.failed.ndjson")).doesNotExist();
  }

  @Test
  void follows_the_policy_given() throws Exception {
    run("load", orders(1), "--create", "id,stage:N");
    server.failNext("BatchWriteItem", 10, Fault.throttling());

    Program.Ended ended = run("load", orders(25), "--policy", "maxAttempts=3 backoff=fixed(1ms)");

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.text()).contains("0 of 25 lines written", "calls 3, throttled 3");
    assertThat(Files.readAllLines(folder.resolve("orders.ndjson.failed.ndjson")))
        .allMatch(line -> line.contains("\"attempts\":3,"));
  }

  @Test
  void ctrl_c_accounts_for_what_was_read() throws Exception {
    assumeTrue(Signals.canInterrupt());
    run("load", orders(1), "--create", "id,stage:N");
    throttling = true;
    Program program =
        program("load", orders(5_000), "--policy", "maxAttempts=unlimited within=forever");
    throttled.await();
    program.signal("INT");
    Program.Ended ended = program.endWithOpenInput();

    assertThat(ended.code()).isEqualTo(130);
    assertThat(ended.text()).contains(" lines written in ");
    assertThat(ended.messages()).contains("reprise: stopped (", "later lines were not read");
    assertThat(folder.resolve("orders.ndjson.failed.ndjson")).isNotEmptyFile();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "load FILE | Missing required option: '--table=TABLE'",
        "load FILE --table t --endpoint ftp://x | --endpoint: must be an http or https address",
        "load FILE --table t --policy maxAttempts=0 | --policy: maxAttempts must be at least 1",
        "load FILE --table t --parallelism 0 --endpoint http://127.0.0.1:1 | parallelism must be",
        "load FILE --table t --create a,b,c | --create: must be at most a partition and a sort key",
        "load FILE --table t --create a:X | --create: type must be S, N or B, but was 'X'",
        "load nosuch --table t | cannot read nosuch: java.nio.file.NoSuchFileException: nosuch",
        "fetch FILE --table t | Missing required option: '--out=FILE'",
        "nosuch | Unmatched argument"
      })
  void mistakes_in_the_arguments_exit_with_2(String arguments, String message) throws Exception {
    List<String> words = new ArrayList<>(List.of("dynamodb"));
    words.addAll(List.of(arguments.replace("FILE", orders(1).toString()).split(" ")));

    Program.Ended ended = Program.reprise(words.toArray(String[]::new)).end();

    assertThat(ended.messages()).startsWith("reprise: " + message);
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.text()).isEmpty();
  }
}
