package dev.reprise.servlet;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request and its answer on one of the servers. */
interface ServerExchange {

  /** What is known of the request. */
  IncomingRequest request();

  /** The normal form of the request's path: as far as the server itself takes paths for equal. */
  String normalPath();

  /** The request's body, as much as earlier filters have left of it. */
  InputStream body() throws IOException;

  /**
   * The number of bytes that the head announces; -1 if it announces none, or as they are packed and
   * not as they are read.
   */
  long announcedLength();

  /** Whether a filter before this one has read a body to its end, as far as the server knows. */
  boolean isBodyUsedUp() throws IOException;

  /** The parameters of query and form, if the body is a form that an earlier filter has read. */
  @Nullable Map<String, String[]> formReadBefore();

  /** Whether this exchange is within the run of another one, which guards it already. */
  boolean isGuarded();

  /** The length in these lines of Content-Length; -1 if the body is packed, or none is named. */
  static long announcedLength(IncomingRequest request) {
    List<String> lengths = request.header("Content-Length");
    boolean packed =
        request.header("Content-Encoding").stream().anyMatch(coding -> !coding.isBlank());
    try {
      return packed || lengths.isEmpty() ? -1 : Long.parseLong(lengths.get(0).strip());
    } catch (NumberFormatException malformed) {
      return -1;
    }
  }

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
