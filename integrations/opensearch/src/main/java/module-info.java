/** Bulk requests of any size to OpenSearch and Elasticsearch. */
module dev.reprise.opensearch {
  requires com.fasterxml.jackson.core;
  requires transitive dev.reprise;
  requires transitive dev.reprise.batch;
  requires dev.reprise.http;
  requires transitive java.net.http;
  requires static transitive org.jspecify;

  exports dev.reprise.opensearch;
}
