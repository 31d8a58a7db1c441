package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MainTest {

  @Test
  void without_a_command_shows_the_help_and_exits_with_2() throws Exception {
    Program.Ended ended = Program.reprise().end();
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.messages()).contains("Usage: reprise", "run ", "explain ");
    assertThat(ended.text()).isEmpty();
  }

  @Test
  void help_goes_to_standard_output() throws Exception {
    Program.Ended ended = Program.reprise("--help").end();
    assertThat(ended.code()).isZero();
    assertThat(ended.text()).contains("Usage: reprise", "run ", "explain ");
  }

  @Test
  void tells_its_version() throws Exception {
    Program.Ended ended = Program.reprise("--version").end();
    assertThat(ended.code()).isZero();
    assertThat(ended.text()).startsWith("reprise ").hasLineCount(1);
  }

  @Test
  void an_unknown_option_is_a_mistake_told_in_two_lines() throws Exception {
    Program.Ended ended = Program.reprise("explain", "--nosuch").end();
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.messages().lines())
        .containsExactly(
            "reprise: Unknown option: '--nosuch'",
            "Try 'reprise explain --help' for more information.");
  }

  @Test
  void a_mistake_in_a_policy_is_pointed_at() throws Exception {
    Program.Ended ended = Program.reprise("explain", "maxAttempts=0").end();
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.messages().lines())
        .startsWith(
            "reprise: policy: maxAttempts must be at least 1, but was 0 (column 13)",
            "  maxAttempts=0",
            "              ^");
  }

  @Test
  void the_stack_trace_is_shown_on_demand() throws Exception {
    Program.Ended plain = Program.reprise("explain", "--debug", "maxAttempts=0").end();
    assertThat(plain.messages()).contains("\tat dev.reprise.");
  }
}
