/** Retries for Apache HttpClient 5. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) // names, no descriptors
module dev.reprise.apachehttp {
  requires transitive dev.reprise.http;
  requires transitive org.apache.httpcomponents.client5.httpclient5;
  requires transitive org.apache.httpcomponents.core5.httpcore5;
  requires dev.reprise;
  requires static transitive org.jspecify;

  exports dev.reprise.apachehttp;
}
