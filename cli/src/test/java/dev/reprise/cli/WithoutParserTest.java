package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.IntSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** With the parser of arguments and without it, a command does the same. */
class WithoutParserTest {

  static List<List<String>> plain() {
    return List.of(
        List.of("--version"),
        List.of("-V"),
        List.of("version"),
        List.of("explain"),
        List.of("explain", ""),
        List.of("explain", " "),
        List.of("explain", "maxAttempts=5"),
        List.of("explain", "maxAttempts=5", "within=30s"),
        List.of("explain", "maxAttempts=5 backoff=exponential(100ms, x2, cap=10s, jitter=full)"),
        List.of("explain", "backoff=exponential(100ms,", "x2)", "attemptTimeout=3s"),
        List.of("explain", "maxAttempts=1000 within=unlimited backoff=none"),
        List.of("explain", "maxAttempts=unlimited within=1h backoff=fixed(10ms)"),
        List.of(
            "explain", "hedge=percentile(95, floor=5ms) idempotency=idempotent nesting=multiply"),
        List.of("explain", "within=1s attemptTimeout=2s backoff=contention"),
        List.of("explain", "retryOn=java.io.IOException", "idempotency=notIdempotent"));
  }

  static List<List<String>> others() {
    return List.of(
        List.of(),
        List.of(""),
        List.of("--help"),
        List.of("-h"),
        List.of("version", "version"),
        List.of("--versio"),
        List.of("--version", "explain"),
        List.of("--version", "--version"),
        List.of("Explain"),
        List.of("expl"),
        List.of("run"),
        List.of("explain", "--help"),
        List.of("explain", "maxAttempts=5", "-h"),
        List.of("explain", "--", "maxAttempts=5"),
        List.of("explain", "--rows", "2"),
        List.of("explain", "--rows=2", "maxAttempts=5"),
        List.of("explain", "maxAttempts=5", "--json"),
        List.of("explain", "--version"),
        List.of("explain", "-"),
        List.of("explain", "maxAttempts=0"),
        List.of("explain", "explain"),
        List.of("explain", "@file"),
        List.of("explain", "\"maxAttempts=5\""),
        List.of("explain", "${user.home}"),
        List.of("explain", "retryOn=no.such.Type"));
  }

  @ParameterizedTest
  @MethodSource("plain")
  void the_same_is_printed(List<String> arguments) {
    String[] words = arguments.toArray(String[]::new);
    Printed without = printed(() -> Main.runWithoutParser(words) ? 0 : 1);
    assertThat(without).isEqualTo(printed(() -> RepriseCommand.execute(words)));
    assertThat(without.code()).isZero();
    assertThat(without.output()).isNotEmpty();
    assertThat(without.messages()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("others")
  void what_is_not_plain_is_left_to_the_parser(List<String> arguments) {
    String[] words = arguments.toArray(String[]::new);
    assertThat(printed(() -> Main.runWithoutParser(words) ? 0 : 1))
        .isEqualTo(new Printed(1, "", ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--version",
        "explain",
        "explain maxAttempts=5 within=30s backoff=exponential(100ms,x2,cap=10s,jitter=full)",
        "explain maxAttempts=3 retryOn=java.io.IOException attemptTimeout=1s backoff=fixed(2s)",
      })
  void neither_parser_nor_lambda_is_loaded(String command) throws Exception {
    List<String> loaded = Program.loadedBy(command.split(" "));
    assertThat(loaded).contains("dev.reprise.cli.Main");
    assertThat(loaded)
        .noneMatch(name -> name.startsWith("picocli."))
        .noneMatch(name -> name.startsWith("dev.reprise.") && name.contains("$$Lambda"))
        .noneMatch(name -> name.equals("java.util.regex.Pattern"));
  }

  private record Printed(int code, String output, String messages) {}

  private static Printed printed(IntSupplier command) {
    PrintStream output = System.out;
    PrintStream messages = System.err;
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    try {
      System.setOut(new PrintStream(written, true, StandardCharsets.UTF_8));
      System.setErr(new PrintStream(told, true, StandardCharsets.UTF_8));
      int code = command.getAsInt();
      return new Printed(
          code, written.toString(StandardCharsets.UTF_8), told.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(output);
      System.setErr(messages);
    }
  }
}
