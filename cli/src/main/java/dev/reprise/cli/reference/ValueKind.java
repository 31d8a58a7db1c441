package dev.reprise.cli.reference;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.ArgSpec;

/** The proposals of a shell for the value of an argument. */
enum ValueKind {
  /** One of a few fixed values. */
  CANDIDATES,
  /** A file. */
  FILE,
  /** A directory. */
  DIRECTORY,
  /** A program in the path, followed by its arguments. */
  PROGRAM,
  /** Nothing. */
  OTHER;

  static ValueKind of(ArgSpec argument) {
    if (argument.completionCandidates() != null) {
      return CANDIDATES;
    }
    return switch (argument.paramLabel()) {
      case "FILE", "SCENARIO|FILE" -> FILE;
      case "DIR" -> DIRECTORY;
      case "POLICY | COMMAND" -> PROGRAM;
      default -> OTHER;
    };
  }

  /** The fixed values, separated by spaces. */
  static String candidates(ArgSpec argument) {
    List<String> values = new ArrayList<>();
    argument.completionCandidates().forEach(values::add);
    return String.join(" ", values);
  }
}
