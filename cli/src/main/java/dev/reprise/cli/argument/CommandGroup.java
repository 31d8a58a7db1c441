package dev.reprise.cli.argument;

import dev.reprise.cli.terminal.Colors;
import dev.reprise.cli.terminal.StandardStream;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.UnmatchedArgumentException;

/** A command that consists of other commands. Without one of them it is a usage error. */
public abstract class CommandGroup extends Subcommand {

  /** Created by the parser of arguments. */
  protected CommandGroup() {}

  @Override
  public Integer call() {
    CommandLine line = line();
    line.usage(line.getErr(), colors(StandardStream.ERROR));
    return ExitCode.USAGE;
  }

  @Override
  public void refuse(List<String> words) {
    throw new UnmatchedArgumentException(line(), words);
  }

  /**
   * The colours of the help on a stream.
   *
   * @param stream where the help is printed
   * @return colours, or none
   */
  public static ColorScheme colors(StandardStream stream) {
    return Help.defaultColorScheme(Colors.on(stream) ? Ansi.ON : Ansi.OFF);
  }
}
