package dev.reprise.cli.run;

import java.io.IOException;

/** Standard input could not be read or stored, so further attempts would fail as well. */
final class InputLostException extends IllegalStateException {

  private static final long serialVersionUID = 1;

  InputLostException(IOException cause) {
    super("cannot read or store standard input: " + cause.getMessage(), cause);
  }
}
