package dev.reprise.grpc.server;

/** The handler ended with a code that is not recorded: the guard releases the key. */
final class NotRecordedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  NotRecordedException() {
    super("the code of the response is not recorded", null, false, false);
  }
}
