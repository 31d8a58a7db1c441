package dev.reprise.jdkhttp;

import java.io.IOException;

/** The client accepts no more requests. The message is the one of the JDK's own client. */
final class ClientClosedException extends IOException {

  private static final long serialVersionUID = 1;

  ClientClosedException() {
    super("closed");
  }
}
