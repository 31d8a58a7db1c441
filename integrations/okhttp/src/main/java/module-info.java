/** Retries for OkHttp, as an interceptor. */
@SuppressWarnings("requires-automatic") // okio has a name, no descriptor
module dev.reprise.okhttp {
  requires transitive dev.reprise.http;
  requires transitive okhttp3;
  requires dev.reprise;
  requires okio;
  requires static transitive org.jspecify;

  exports dev.reprise.okhttp;
}
