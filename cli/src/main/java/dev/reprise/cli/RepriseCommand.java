package dev.reprise.cli;

import dev.reprise.cli.dynamodb.DemoCommand;
import dev.reprise.cli.dynamodb.DynamoDbCommand;
import dev.reprise.cli.explain.ExplainCommand;
import dev.reprise.cli.output.OutputLostException;
import dev.reprise.cli.output.StandardOutput;
import dev.reprise.cli.run.RunCommand;
import dev.reprise.cli.simulate.SimulateCommand;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * The command line, with its parser of arguments. Exit codes: 0 for success, 1 for a failure, 2 for
 * a mistake in the arguments; {@code run} answers with the code of its command.
 */
@Command(
    name = "reprise",
    description = "Retries that are safe by default, and explain themselves.",
    synopsisSubcommandLabel = "COMMAND",
    versionProvider = RepriseCommand.OfManifest.class,
    footer = {"", "reprise help COMMAND describes a command."})
final class RepriseCommand implements Callable<Integer> {

  /** A new command starts here: its name, and how it is made. */
  private static final Map<String, Function<String[], Object>> COMMANDS = new LinkedHashMap<>();

  static {
    COMMANDS.put("demo", arguments -> new DemoCommand());
    COMMANDS.put("run", arguments -> new RunCommand());
    COMMANDS.put("explain", arguments -> new ExplainCommand());
    COMMANDS.put("simulate", SimulateCommand::line);
    COMMANDS.put("dynamodb", arguments -> new DynamoDbCommand());
    COMMANDS.put("help", arguments -> new HelpCommand());
    COMMANDS.put("version", arguments -> new VersionCommand());
    COMMANDS.put("completion", arguments -> new CompletionCommand());
  }

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help and exit.")
  @SuppressWarnings("UnusedVariable") // picocli acts on the annotation
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version and exit.")
  @SuppressWarnings("UnusedVariable") // picocli acts on the annotation
  private boolean version;

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Show the stack trace of an error; so does REPRISE_DEBUG=1.")
  private boolean debug;

  private @Nullable CommandSpec spec;

  /** The version for {@code --version}. */
  static final class OfManifest implements IVersionProvider {

    @Override
    public String[] getVersion() {
      return new String[] {Version.text()};
    }
  }

  private RepriseCommand() {}

  @Spec
  void setSpec(CommandSpec spec) {
    this.spec = spec;
  }

  /**
   * Runs a command.
   *
   * @param arguments the command and its arguments
   * @return the exit code
   */
  static int execute(String... arguments) {
    RepriseCommand main = new RepriseCommand();
    CommandLine line = line(main, arguments);
    ShortErrors errors = new ShortErrors(() -> main.debug);
    line.setParameterExceptionHandler(errors);
    line.setExecutionExceptionHandler(errors);
    line.setExecutionStrategy(RepriseCommand::execute);
    int code = line.execute(arguments);
    OutputLostException lost = StandardOutput.failure();
    return lost == null ? code : ShortErrors.outputLost(lost);
  }

  /**
   * All commands with all of their options.
   *
   * @param words those of one command, if only that is asked for: others may then be missing
   */
  static CommandLine all(String... words) {
    return line(new RepriseCommand(), words);
  }

  private static CommandLine line(RepriseCommand main, String... arguments) {
    CommandLine line = new CommandLine(main);
    commands(arguments)
        .forEach((name, command) -> line.addSubcommand(name, command.apply(arguments)));
    line.setExpandAtFiles(false);
    NumberTexts.register(line);
    return line;
  }

  /** The help itself may meet an output that cannot be written. */
  private static int execute(ParseResult parsed) {
    try {
      return new RunLast().execute(parsed);
    } catch (OutputLostException toldLater) {
      return ExitCode.SOFTWARE;
    }
  }

  /** Only the command that is named, if one is: the others need not be loaded. */
  private static Map<String, Function<String[], Object>> commands(String... arguments) {
    Function<String[], Object> named = arguments.length == 0 ? null : COMMANDS.get(arguments[0]);
    return named == null ? COMMANDS : Map.of(arguments[0], named);
  }

  @Override
  public Integer call() {
    CommandLine line = Objects.requireNonNull(spec, "spec").commandLine();
    line.usage(line.getErr());
    return ExitCode.USAGE;
  }
}
