package dev.reprise.cli.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.cli.InProcess;
import dev.reprise.cli.Program;
import dev.reprise.cli.Signals;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServeCommandTest {

  @Test
  void serves_until_ctrl_c_and_prints_its_counters() throws Exception {
    assumeTrue(Signals.canInterrupt());
    Program server =
        Program.reprise("dynamodb", "serve", "--write-units", "1000", "--read-units", "7");
    String endpoint = server.readLine();
    assertThat(server.readMessage())
        .isEqualTo(
            "On-demand tables have 1000 write and 7 read units per second. Press Ctrl-C to stop.");
    byte[] items = InProcess.reprise("dynamodb", "generate", "100").output();
    Program.Ended loaded =
        InProcess.reprise(
            items,
            "dynamodb",
            "load",
            "-",
            "--table",
            "items",
            "--create",
            "id",
            "--linger",
            "1h",
            "--endpoint",
            endpoint);
    assertThat(loaded.code()).as(loaded.messages()).isZero();
    server.signal("INT");
    Program.Ended ended = server.endWithOpenInput();

    assertThat(ended.code()).isEqualTo(130);
    assertThat(ended.text().lines())
        .anyMatch(line -> line.matches("  BatchWriteItem +4"))
        .anyMatch(line -> line.matches("items written +100"))
        .anyMatch(line -> line.matches("write units +100"));
  }

  @Test
  void a_share_of_calls_on_items_fails_equally_for_the_same_seed() {
    List<String> first = faults(new RandomFaults(0.25, 7));
    assertThat(first).isEqualTo(faults(new RandomFaults(0.25, 7)));
    assertThat(first).isNotEqualTo(faults(new RandomFaults(0.25, 8)));
    assertThat(first.stream().filter(each -> !each.equals("none")).count()).isBetween(200L, 300L);
    assertThat(new RandomFaults(1, 7).faultFor("DescribeTable")).isEmpty();
    assertThat(faults(new RandomFaults(0, 7))).containsOnly("none");
  }

  private static List<String> faults(RandomFaults faults) {
    return IntStream.range(0, 1_000)
        .mapToObj(i -> faults.faultFor("PutItem").map(Object::toString).orElse("none"))
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--port 70000 | --port must be from 0 to 65535, but was 70000",
        "--burst 0 | --burst must be above 0 and at most 86400",
        "--fail 1.1 | --fail must be from 0 to 1, but was 1.1",
        "--write-units 0 | --write-units must be from 1 to 1000000000000, but was 0"
      })
  void mistakes_in_the_arguments_exit_with_2(String arguments, String message) {
    String[] words = ("dynamodb serve " + arguments).split(" ");
    Program.Ended ended = InProcess.reprise(words);
    assertThat(ended.messages()).startsWith("reprise: " + message);
    assertThat(ended.code()).isEqualTo(2);
  }
}
