package dev.reprise.simulator.file;

import java.util.List;

/** A scenario file has errors. The message lists them, each with its line. */
public final class ScenarioFileException extends IllegalArgumentException {

  private static final long serialVersionUID = 1;

  ScenarioFileException(List<String> mistakes) {
    super(String.join(System.lineSeparator(), mistakes));
  }
}
