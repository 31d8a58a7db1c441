package dev.reprise.cli.reference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ScopeType;

/**
 * A command with its texts, free of the markup of the parser.
 *
 * @param path the words of the command, from the name of the program on
 * @param spec its options, parameters and texts
 */
record CommandEntry(String path, CommandSpec spec) {

  private static final String SENTENCE_END = ". ";

  /** The command and all commands below it, each after the one above it. */
  static List<CommandEntry> all(CommandLine line) {
    List<CommandEntry> all = new ArrayList<>();
    add(all, line.getCommandName(), line);
    return all;
  }

  private static void add(List<CommandEntry> all, String path, CommandLine line) {
    all.add(new CommandEntry(path, line.getCommandSpec()));
    line.getSubcommands().forEach((name, below) -> add(all, path + " " + name, below));
  }

  /** The commands directly below. */
  List<CommandEntry> below() {
    List<CommandEntry> below = new ArrayList<>();
    spec.subcommands()
        .forEach(
            (name, line) -> below.add(new CommandEntry(path + " " + name, line.getCommandSpec())));
    return below;
  }

  /** The last word of the path. */
  String name() {
    return path.substring(path.lastIndexOf(' ') + 1);
  }

  /** True if a file is accepted in place of a command below. */
  boolean acceptsFile() {
    return spec.usageMessage().synopsisSubcommandLabel().contains("FILE");
  }

  /** The first sentence of the description, without its full stop. */
  String summary() {
    return firstSentence(texts());
  }

  /** The options that the help shows, without those that every command has. */
  List<OptionSpec> ownOptions() {
    return spec.options().stream()
        .filter(option -> !option.hidden() && option.scopeType() != ScopeType.INHERIT)
        .toList();
  }

  /** The options that every command has. */
  List<OptionSpec> commonOptions() {
    return spec.options().stream()
        .filter(option -> option.scopeType() == ScopeType.INHERIT)
        .toList();
  }

  /** The first sentence of the description of an argument, without its full stop. */
  static String summary(ArgSpec argument) {
    return firstSentence(texts(argument));
  }

  /** The description of an argument. The parser has already formatted it. */
  static List<String> texts(ArgSpec argument) {
    return Arrays.stream(argument.description()).map(Ansi.OFF::string).toList();
  }

  /** The description of the command. */
  List<String> texts() {
    return lines(spec.usageMessage().description());
  }

  /** The lines of a text of the parser. */
  static List<String> lines(String... texts) {
    return Arrays.stream(texts).map(CommandEntry::plain).flatMap(CommandEntry::split).toList();
  }

  private static Stream<String> split(String text) {
    return text.isEmpty() ? Stream.of("") : text.lines();
  }

  private static String firstSentence(List<String> lines) {
    String text = String.join(" ", lines).strip();
    int end = text.indexOf(SENTENCE_END);
    String first = end < 0 ? text : text.substring(0, end);
    return first.endsWith(".") ? first.substring(0, first.length() - 1) : first;
  }

  /** A text of the parser as the help prints it, without colours. */
  static String plain(String text) {
    return Ansi.OFF.string(String.format(text));
  }
}
