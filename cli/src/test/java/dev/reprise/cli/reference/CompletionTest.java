package dev.reprise.cli.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.cli.InProcess;
import dev.reprise.cli.Program;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The completion scripts, in the shells themselves where they are installed. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "runs POSIX shells")
class CompletionTest {

  /** Every character that one of the shells treats in a special way. */
  private static final String HOSTILE = "it's \"$HOME\" `id` $(id) \\ [a:b] {c,d} #e; *";

  /** Lines with the only completion of their last word. */
  private static final Map<String, String> LINES = new LinkedHashMap<>();

  static {
    LINES.put("reprise dyn", "dynamodb");
    LINES.put("reprise dynamodb exp", "export");
    LINES.put("reprise dynamodb load --jou", "--journal");
    LINES.put("reprise --debug dynamodb load --jou", "--journal");
    LINES.put("reprise dynamodb load --progress j", "json");
    LINES.put("reprise explain --color al", "always");
    LINES.put("reprise completion fi", "fish");
    LINES.put("reprise help dyn", "dynamodb");
    LINES.put("reprise help dynamodb exp", "export");
    LINES.put("reprise --debug help simulate pap", "paper");
    LINES.put("reprise help dynamodb load --deb", "--debug");
    LINES.put("reprise simulate lifo-queue --breaker-w", "--breaker-window");
    LINES.put("reprise dynamodb load zx", "zx.json");
    LINES.put("reprise dynamodb load --journal zx", "zx.json");
    LINES.put("reprise simulate zx", "zx.json");
  }

  /** A completed line in the output of zsh. The equals sign is removed by the next key. */
  private static final Pattern COMPLETED = Pattern.compile("LINE<(.*?)=?>");

  @TempDir private Path folder;

  @BeforeEach
  void make_a_file() throws IOException {
    Files.createFile(folder.resolve("zx.json"));
  }

  @Test
  void fish_completes_commands_options_values_and_files() throws Exception {
    assumeInstalled("fish");
    script("fish");
    StringBuilder program = new StringBuilder("source script\n");
    LINES.keySet().forEach(line -> program.append("complete -C '" + line + "'\n"));
    assertThat(run("fish", "--no-config", "-c", program.toString()).lines())
        .map(line -> line.replaceFirst("\t.*", ""))
        .containsExactlyElementsOf(LINES.values());
  }

  @Test
  void fish_proposes_no_file_or_command_where_none_is_expected() throws Exception {
    assumeInstalled("fish");
    script("fish");
    String program =
        "source script; complete -C 'reprise zx'; complete -C 'reprise explain zx';"
            + " complete -C 'reprise explain --rows zx'; complete -C 'reprise help simulate zx';"
            + " complete -C 'reprise help dynamodb dyn'; complete -C 'reprise help lab l'";
    assertThat(run("fish", "--no-config", "-c", program)).isEmpty();
  }

  @Test
  void fish_shows_any_description_literally() throws Exception {
    assumeInstalled("fish");
    Files.writeString(folder.resolve("script"), FishScript.of(hostile()));
    String program = "source script; complete -C 'reprise su'; complete -C 'reprise sub --opt'";
    assertThat(run("fish", "--no-config", "-c", program).lines())
        .containsExactly("sub\t" + HOSTILE, "--option\t" + HOSTILE);
  }

  @Test
  void zsh_completes_commands_options_values_and_files() throws Exception {
    assumeInstalled("zsh");
    script("zsh");
    List<String> completed =
        LINES.entrySet().stream()
            .map(line -> line.getKey().replaceFirst("[^ ]*$", "") + line.getValue())
            .toList();
    String printed = zsh(LINES.keySet().toArray(String[]::new));
    assertThat(COMPLETED.matcher(printed).results().map(found -> found.group(1)))
        .containsExactlyElementsOf(completed);
  }

  @Test
  void zsh_shows_any_description_literally() throws Exception {
    assumeInstalled("zsh");
    Files.writeString(folder.resolve("script"), ZshScript.of(hostile()));
    assertThat(zsh("reprise sub --")).contains("-- " + HOSTILE);
    assertThat(zsh("reprise ")).contains("-- " + HOSTILE);
  }

  @Test
  void bash_completes_commands_options_and_values() throws Exception {
    script("bash");
    StringBuilder program = new StringBuilder("compopt() { :; }; . ./script\n");
    List<String> expected = new ArrayList<>();
    LINES.forEach(
        (line, value) -> {
          if (!value.equals("zx.json")) { // files are the default of "complete -o default"
            int last = line.split(" ").length - 1;
            program.append(
                "COMP_WORDS=(%s); COMP_CWORD=%d; COMPREPLY=(); _complete_reprise;"
                    .formatted(line, last));
            program.append(" echo \"${COMPREPLY[@]}\"\n");
            expected.add(value);
          }
        });
    assertThat(run("bash", "-c", program.toString()).lines())
        .map(String::strip)
        .containsExactlyElementsOf(expected);
  }

  @Test
  void quotes_and_backslashes_are_escaped_for_fish() {
    assertThat(FishScript.of(hostile()))
        .contains("-d 'it\\'s \"$HOME\" `id` $(id) \\\\ [a:b] {c,d} #e; *'");
  }

  @Test
  void quotes_and_separators_are_escaped_for_zsh() {
    assertThat(ZshScript.of(hostile()))
        .contains("[it'\\''s \"$HOME\" `id` $(id) \\\\ \\[a\\:b\\] {c,d} #e; *]");
  }

  @Test
  void another_shell_is_an_error() {
    Program.Ended ended = InProcess.reprise("completion", "tcsh");
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.messages())
        .startsWith("reprise: SHELL must be bash, zsh or fish, but was tcsh");
  }

  @Command(name = "reprise")
  private static final class Named {}

  private static CommandLine hostile() {
    String text = HOSTILE.replace("%", "%%");
    CommandSpec sub = CommandSpec.create();
    sub.usageMessage().description(text);
    sub.addOption(OptionSpec.builder("--option").description(text).build());
    sub.addOption(OptionSpec.builder("--second").description("another").build());
    return new CommandLine(new Named())
        .addSubcommand("sub", sub)
        .addSubcommand("tub", CommandSpec.create());
  }

  private void script(String shell) throws IOException {
    Files.write(folder.resolve("script"), InProcess.reprise("completion", shell).output());
  }

  /**
   * The output of a session in a terminal, in which each line is completed, printed and removed.
   */
  private String zsh(String... lines) throws IOException, InterruptedException {
    String program =
        """
        zmodload zsh/zpty
        zpty -b shell zsh -f -i
        zpty -w shell 'PS1=; RPS1=; PROMPT_EOL_MARK=; LISTMAX=999; stty columns 200'
        zpty -w shell 'autoload -U compinit; compinit -D -u; . ./script'
        zpty -w shell 'show() { print -r -- "LI""NE<${BUFFER%% }>"; BUFFER= }; zle -N show'
        zpty -w shell 'bindkey "^X" show; print REA""DY'
        zpty -r shell ready '*READY*'
        for line; do
          zpty -w -n shell "$line"$'\\t\\x18'
          zpty -r shell printed '*LINE<*>*'
          print -r -- "$printed"
        done
        zpty -d shell
        """;
    List<String> command = new ArrayList<>(List.of("zsh", "-f", "-c", program, "zsh"));
    command.addAll(List.of(lines));
    return run(command.toArray(String[]::new)).replaceAll("\u001b\\[[0-9;?]*[a-zA-Z]", "");
  }

  private String run(String... command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("LC_ALL", "C.UTF-8");
    builder.environment().put("TERM", "xterm");
    Program.Ended ended = Program.start(builder).end();
    assertThat(ended.messages()).isEmpty();
    return ended.text();
  }

  private static void assumeInstalled(String shell) {
    boolean installed =
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(place -> Files.isExecutable(Path.of(place, shell)));
    assumeTrue(installed, shell + " is not installed, so its completion is not tried");
  }
}
