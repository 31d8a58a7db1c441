package dev.reprise.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.cli.Program;
import dev.reprise.cli.Signals;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisabledOnOs(OS.WINDOWS)
class InterruptedSimulationTest {

  @Test
  void ctrl_c_prints_what_is_there_and_says_that_it_is_not_all() throws Exception {
    assumeTrue(Signals.canInterrupt());
    Program program =
        Program.reprise(
            "simulate", "aws-contention", "--clients=10", "--only=full", "--seeds=10000000");
    assertThat(program.readMessage())
        .isEqualTo("reprise: 10000000 runs; Ctrl-C tells what is there");
    program.signal("INT");
    Program.Ended ended = program.end();
    assertThat(ended.code()).isEqualTo(130);
    assertThat(ended.text()).contains("aws-contention: ", "INCOMPLETE: stopped ");
  }
}
