package dev.reprise.grpc.server;

/** The handler threw: the guard releases the key. */
final class HandlerFailedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  HandlerFailedException(Throwable cause) {
    super("the handler threw", cause, false, false);
  }
}
