package dev.reprise.servlet;

import java.io.IOException;
import java.io.InputStream;

/** A request and its answer on one of the servers. */
interface ServerExchange {

  /** What is known of the request. */
  IncomingRequest request();

  /** The normal form of the request's path: as far as the server itself takes paths for equal. */
  String normalPath();

  /** The request's body, unread. */
  InputStream body() throws IOException;

  /** Hands request and answer to the handler as they are. */
  void pass() throws Exception;

  /**
   * Runs the handler, and keeps what it answers.
   *
   * @param body what was read of the request; empty and still to be read if {@code isRead} is false
   */
  Captured run(GuardedRequest guarded, byte[] body, boolean isRead, int maxBytes) throws Exception;

  /** Answers in the handler's place. */
  void answer(HttpAnswer answer) throws IOException;

  /** What a handler answered, and what the client has not seen of it. */
  interface Captured {

    /** All fields are those that the handler added. */
    HttpAnswer answer();

    /** Sends what is kept. */
    void send() throws IOException;

    /** Takes back what is kept; answers false if the client gets it already. */
    boolean takeBack();
  }
}
