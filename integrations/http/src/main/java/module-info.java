/** Retry rules for HTTP, shared by all client integrations. */
module dev.reprise.http {
  requires transitive dev.reprise;
  requires static transitive org.jspecify;

  exports dev.reprise.http;
  exports dev.reprise.http.client;
}
