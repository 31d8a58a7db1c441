package dev.reprise.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.cli.InProcess;
import dev.reprise.cli.Program;
import dev.reprise.cli.Signals;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoCommandTest {

  private static List<String> linesOf(Program.Ended ended) {
    return ended.text().lines().toList();
  }

  private static long number(List<String> lines, String row, int column) {
    String found = lines.stream().filter(line -> line.startsWith(row)).findFirst().orElseThrow();
    String[] numbers = found.substring(row.length()).strip().split(" +");
    return Long.parseLong(numbers[column]);
  }

  @Test
  void loses_nothing_although_a_simple_loader_does() {
    Program.Ended ended = InProcess.reprise("demo", "--items", "400", "--units", "100,400");

    List<String> lines = linesOf(ended);
    assertThat(ended.messages()).isEmpty();
    assertThat(ended.code()).as(ended.text()).isZero();
    assertThat(lines).last().isEqualTo("400 of 400 items written and read back unchanged");
    assertThat(lines).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    assertThat(number(lines, "lost", 0)).isZero();
    assertThat(number(lines, "lost", 1)).isPositive();
    assertThat(number(lines, "  of these failed in part", 0)).isPositive();
    assertThat(number(lines, "calls", 0)).isGreaterThan(16);
    assertThat(number(lines, "items retried", 0)).isPositive();
  }

  @Test
  void a_demo_without_a_partial_batch_reports_that_it_has_shown_nothing() {
    Program.Ended ended = InProcess.reprise("demo", "--items", "50", "--units", "100000,100000");

    assertThat(linesOf(ended)).last().isEqualTo("50 of 50 items written and read back unchanged");
    assertThat(ended.code()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"500,100", "250,100"})
  @Tag("proof")
  void demo_writes_2500_of_2500(String units) throws Exception {
    Program.Ended ended = Program.reprise("demo", "--units", units).end();

    assertThat(linesOf(ended))
        .last()
        .isEqualTo("2500 of 2500 items written and read back unchanged");
    assertThat(ended.code()).isZero();
    assertThat(number(linesOf(ended), "lost", 1)).isPositive();
  }

  @Test
  void ctrl_c_prints_the_results_so_far() throws Exception {
    assumeTrue(Signals.canInterrupt());
    Program program = Program.reprise("demo", "--units", "50,10");
    String line = program.readLine();
    while (!line.startsWith("Writing ")) {
      line = program.readLine();
    }
    program.signal("INT");
    Program.Ended ended = program.endWithOpenInput();

    assertThat(ended.code()).isEqualTo(130);
    assertThat(ended.text())
        .contains("not attempted (")
        .contains("Stopped by SIGINT (Ctrl-C). 0 of 2500 items written and read back unchanged");
  }

  @ParameterizedTest
  @ValueSource(strings = {"500", "0,1", "1,2,3", "a,b", "1,2000000"})
  void units_are_two_numbers_in_range(String units) {
    Program.Ended ended = InProcess.reprise("demo", "--units", units);

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.messages()).startsWith("reprise: --units: ");
  }

  @Test
  void the_number_of_items_is_limited() {
    Program.Ended ended = InProcess.reprise("demo", "--items", "0");

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.messages())
        .startsWith("reprise: --items must be from 1 to 1000000, but was 0");
  }
}
