package dev.reprise.servlet;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A request, as the handler under test uses it, and its response, on any server. */
interface TestCall {

  String body() throws IOException;

  /** Reads the body in a way that prevents any later reading. */
  void useUpBody() throws IOException;

  @Nullable GuardedRequest guarded();

  void addHeader(String name, String value);

  void respond(int status, byte[] body) throws IOException;

  void send(RecordedResponse answer) throws IOException;

  default void respond(int status, String body) throws IOException {
    respond(status, body.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  /** The handler that runs for each request. */
  @FunctionalInterface
  interface Handler {

    void handle(TestCall call) throws Exception;
  }
}
