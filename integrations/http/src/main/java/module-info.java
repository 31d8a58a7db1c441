/** Retries for HTTP: the rules that all clients share, and the JDK's own client with them. */
module dev.reprise.http {
  requires transitive dev.reprise;
  requires transitive java.net.http;
  requires static transitive org.jspecify;

  exports dev.reprise.http;
  exports dev.reprise.http.jdk;
}
