/**
 * The server side of retries over HTTP, for Jakarta Servlet 6 and for the JDK's own server:
 * requests with an {@code Idempotency-Key} are processed once, and requests above the capacity are
 * refused with the time of the next try. A server's API is needed only if its filters are used.
 */
module dev.reprise.servlet {
  requires transitive dev.reprise;
  requires transitive dev.reprise.idempotency;
  requires dev.reprise.http;
  requires static transitive jakarta.servlet;
  requires static transitive jdk.httpserver;
  requires static transitive org.jspecify;

  exports dev.reprise.servlet;
  exports dev.reprise.servlet.overload;
  exports dev.reprise.servlet.request;
}
