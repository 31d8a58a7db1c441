/**
 * The receiving side of a retry over HTTP, for Jakarta Servlet 6 and for the JDK's own server:
 * requests with a key are done once, and overload is refused with a time to come back. Each server
 * is needed only by who uses its filters.
 */
module dev.reprise.servlet {
  requires transitive dev.reprise;
  requires transitive dev.reprise.idempotency;
  requires dev.reprise.http;
  requires static transitive jakarta.servlet;
  requires static transitive jdk.httpserver;
  requires static transitive org.jspecify;

  exports dev.reprise.servlet;
}
