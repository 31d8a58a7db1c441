package dev.reprise.cli;

import dev.reprise.cli.argument.ArgumentBytes;
import dev.reprise.cli.argument.Arguments;
import dev.reprise.cli.argument.CommandGroup;
import dev.reprise.cli.argument.FixedValues;
import dev.reprise.cli.argument.NumberConverters;
import dev.reprise.cli.argument.Subcommand;
import dev.reprise.cli.demo.DemoCommand;
import dev.reprise.cli.dynamodb.DynamoDbCommand;
import dev.reprise.cli.explain.ExplainCommand;
import dev.reprise.cli.lab.LabCommand;
import dev.reprise.cli.opensearch.OpenSearchCommand;
import dev.reprise.cli.output.OutputLostException;
import dev.reprise.cli.output.StandardOutput;
import dev.reprise.cli.run.RunCommand;
import dev.reprise.cli.simulate.AdviseCommand;
import dev.reprise.cli.simulate.SimulateCommand;
import dev.reprise.cli.sqs.SqsCommand;
import dev.reprise.cli.terminal.Colors;
import dev.reprise.cli.terminal.StandardStream;
import dev.reprise.cli.terminal.StatusLine;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;

/**
 * The command line with its parser of arguments. Exit codes: 0 for success, 1 for a failure, 2 for
 * invalid arguments; {@code run} returns the code of its command.
 */
@Command(
    name = "reprise",
    description = "Retries that are safe by default and explain themselves.",
    synopsisSubcommandLabel = "COMMAND",
    versionProvider = RepriseCommand.ManifestVersion.class,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      " 0:Success; the code of run is that of its command.",
      " 1:A failure, also of writing to standard output or a file.",
      " 2:Invalid arguments.",
      "141:The reader of standard output has closed the pipe.",
      "128+n:Signal n ended the command: 130 after Ctrl-C."
    },
    footer = {
      "",
      "reprise help COMMAND describes a command.",
      "",
      "Environment:",
      "  JAVA_HOME          the Java that runs reprise; default: the java in PATH",
      "  REPRISE_JAVA_OPTS  additional options for Java",
      "  REPRISE_DEBUG      any value: show stack traces, as --debug does",
      "  NO_COLOR           any value but an empty one: no colours, without --color"
    })
final class RepriseCommand extends CommandGroup {

  /** The commands, in the order of the help: name, and factory that receives all arguments. */
  private static final Map<String, Function<String[], Object>> COMMANDS = new LinkedHashMap<>();

  static {
    COMMANDS.put("demo", arguments -> new DemoCommand());
    COMMANDS.put("run", arguments -> RunCommand.create());
    COMMANDS.put("explain", arguments -> new ExplainCommand());
    COMMANDS.put("simulate", SimulateCommand::create);
    COMMANDS.put("advise", arguments -> new AdviseCommand());
    COMMANDS.put("lab", arguments -> new LabCommand());
    COMMANDS.put("dynamodb", arguments -> new DynamoDbCommand());
    COMMANDS.put("opensearch", arguments -> new OpenSearchCommand());
    COMMANDS.put("sqs", arguments -> new SqsCommand());
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
      description = "Show the versions of reprise and Java, with the commit, and exit.")
  @SuppressWarnings("UnusedVariable") // picocli acts on the annotation
  private boolean version;

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Show the stack trace of an error, as REPRISE_DEBUG=1 does.")
  private boolean debug;

  @Option(
      names = "--color",
      paramLabel = "WHEN",
      scope = ScopeType.INHERIT,
      completionCandidates = FixedValues.OfColor.class,
      description =
          "Colour help, errors and warnings: auto (default), always or never. auto colours what goes to "
              + "a terminal, and follows the variables NO_COLOR, CLICOLOR and CLICOLOR_FORCE.")
  @SuppressWarnings("UnusedMethod") // picocli calls it
  private void setColor(String when) {
    Colors.use(Arguments.parse(line(), "--color", when, Colors.Mode::parse));
  }

  /** The version for {@code --version}. */
  static final class ManifestVersion implements IVersionProvider {

    @Override
    public String[] getVersion() {
      return new String[] {Version.text()};
    }
  }

  private RepriseCommand() {}

  /**
   * Runs a command.
   *
   * @param arguments the command and its arguments
   * @return the exit code
   */
  static int execute(String... arguments) {
    Colors.use(Colors.Mode.AUTO);
    StatusLine.reset();
    RepriseCommand main = new RepriseCommand();
    CommandLine line = create(main, arguments);
    ErrorHandler errors = new ErrorHandler(() -> main.debug);
    line.setParameterExceptionHandler(errors);
    line.setExecutionExceptionHandler(errors);
    line.setExecutionStrategy(RepriseCommand::execute);
    String undecodable = ArgumentBytes.mistake(arguments);
    int code =
        undecodable.isEmpty()
            ? line.execute(arguments)
            : errors.handleParseException(new ParameterException(line, undecodable), arguments);
    OutputLostException lost = StandardOutput.failure();
    return lost == null ? code : ErrorHandler.outputLost(lost);
  }

  /**
   * The commands with all of their options.
   *
   * @param words the words of one command, if only that one is needed: others may then be missing
   */
  static CommandLine all(String... words) {
    return create(new RepriseCommand(), words);
  }

  /** The names of the commands, in the order of the help. */
  static String[] names() {
    return COMMANDS.keySet().toArray(String[]::new);
  }

  private static CommandLine create(RepriseCommand main, String... arguments) {
    CommandLine line = new CommandLine(main);
    commands(arguments)
        .forEach((name, command) -> line.addSubcommand(name, command.apply(arguments)));
    line.setExpandAtFiles(false);
    NumberConverters.register(line);
    return line;
  }

  /** Printing the help may fail as well, if standard output cannot be written. */
  private static int execute(ParseResult parsed) {
    parsed.commandSpec().commandLine().setColorScheme(colors(StandardStream.OUTPUT));
    refuseUnknownWords(parsed);
    try {
      return new RunLast().execute(parsed);
    } catch (OutputLostException reportedLater) {
      return ExitCode.SOFTWARE;
    }
  }

  /** The parser accepts any words if one of them requests the help. */
  private static void refuseUnknownWords(ParseResult parsed) {
    ParseResult last = parsed;
    boolean help = last.isUsageHelpRequested();
    while (last.hasSubcommand()) {
      last = last.subcommand();
      help |= last.isUsageHelpRequested();
    }
    List<String> words = last.unmatched().stream().filter(word -> !word.startsWith("-")).toList();
    if (help && !words.isEmpty() && last.commandSpec().userObject() instanceof Subcommand command) {
      command.refuse(words);
    }
  }

  /** The command that the arguments name, or all. Classes of other commands are not loaded. */
  private static Map<String, Function<String[], Object>> commands(String... arguments) {
    Function<String[], Object> named = arguments.length == 0 ? null : COMMANDS.get(arguments[0]);
    return named == null ? COMMANDS : Map.of(arguments[0], named);
  }
}
