/** Retries for the HTTP client of the JDK. */
module dev.reprise.jdkhttp {
  requires transitive dev.reprise;
  requires transitive dev.reprise.http;
  requires transitive java.net.http;
  requires static transitive org.jspecify;

  exports dev.reprise.jdkhttp;
}
