package dev.reprise.servlet;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request and its response on one of the servers. */
interface ServerExchange {

  /** What is known of the request. */
  IncomingRequest request();

  /** The normal form of the request's path: as far as the server itself takes paths for equal. */
  String normalPath();

  /**
   * The request's body, as much as earlier filters have left of it.
   *
   * @throws IllegalStateException if it was read in a way that leaves it unreadable
   */
  InputStream body() throws IOException;

  /** Whether the head announces a body of unknown length. */
  boolean announcesUnknownLength();

  /** Whether an earlier filter has put a stream of its own in the place of the server's. */
  boolean hasForeignBody() throws IOException;

  /**
   * The parameters of query and form, if an earlier filter has asked for them; null if the body is
   * no form, or nothing of it is among them.
   */
  @Nullable Map<String, String[]> formReadBefore();

  /** Whether this exchange is within the run of another one, which guards it already. */
  boolean isGuarded();

  /** Hands request and response to the handler as they are. */
  void pass() throws Exception;

  /**
   * Runs the handler, and keeps what it answers.
   *
   * @param body what was read of the request; empty and still to be read if {@code isRead} is false
   */
  Captured run(GuardedRequest guarded, byte[] body, boolean isRead, int maxBytes) throws Exception;

  /** Answers in the handler's place. */
  void answer(RecordedResponse answer) throws IOException;

  /** What a handler answered, and what the client has not seen of it. */
  interface Captured {

    /** All fields are those that the handler added. */
    RecordedResponse answer();

    /** Sends what is kept. */
    void send() throws IOException;

    /** Takes back what is kept; answers false if the client gets it already. */
    boolean takeBack();
  }
}
