package dev.reprise.http.jdk;

import java.io.IOException;

/** The client takes no more requests. The message is that of the JDK's own client. */
final class ClosedException extends IOException {

  private static final long serialVersionUID = 1;

  ClosedException() {
    super("closed");
  }
}
