package dev.reprise.cli.run;

import java.io.IOException;

/** Standard input could not be read or kept. Another attempt would not get it either. */
final class InputLostException extends IllegalStateException {

  private static final long serialVersionUID = 1;

  InputLostException(IOException cause) {
    super("standard input cannot be read or kept: " + cause.getMessage(), cause);
  }
}
