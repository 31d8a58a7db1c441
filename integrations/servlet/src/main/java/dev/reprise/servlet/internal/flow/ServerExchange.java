package dev.reprise.servlet.internal.flow;

import dev.reprise.servlet.internal.response.ResponseContent;
import dev.reprise.servlet.request.IncomingRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request and its response on one of the servers. */
public interface ServerExchange {

  /** Name of the attribute that holds the {@link HandlerLease} while the handler runs. */
  String LEASE = "dev.reprise.servlet.guarded";

  /** The head of the request. */
  IncomingRequest request();

  /** The normal form of the path. Paths that the server treats as equal have equal forms. */
  String normalPath();

  /**
   * The part of the request's body that earlier filters have not read.
   *
   * @throws IllegalStateException if an earlier filter reads it through a reader
   */
  InputStream body() throws IOException;

  /** Returns true if the head announces a body but not its length. */
  boolean announcesUnknownLength();

  /** Returns true if an earlier filter has replaced the server's stream of the body. */
  boolean hasReplacedBody() throws IOException;

  /**
   * The parameters of query and form, if an earlier filter has read the form; null if the body is
   * not a form, or was not read as one.
   */
  @Nullable Map<String, String[]> formReadBefore();

  /** Returns true if this runs inside another exchange that already guards the request. */
  boolean isGuarded();

  /** Passes request and response to the handler unchanged. */
  void pass() throws Exception;

  /**
   * Runs the handler, and holds its response.
   *
   * @param body bytes of the request's body; empty and not yet read if {@code isRead} is false
   * @param maxBytes longest body of a response that is held
   */
  Captured run(HandlerLease<?> lease, byte[] body, boolean isRead, int maxBytes) throws Exception;

  /** Sends a response instead of the handler. */
  void respond(ResponseContent response) throws IOException;

  /** The response of a handler that has returned. */
  interface Captured {

    /** The response, with only the header fields that the handler added or changed. */
    ResponseContent content();

    /** Sends the response, as far as it was held. */
    void send() throws IOException;

    /** Discards the response; returns false if the client receives it already. */
    boolean discard();
  }
}
