/**
 * An HTTP server on real sockets that fails as a script defines, with HTTP/1.1 and HTTP/2, with and
 * without TLS. For demonstrations and tests only.
 */
module dev.reprise.testbed.http {
  requires io.netty.buffer;
  requires io.netty.codec.http;
  requires io.netty.codec.http2;
  requires io.netty.common;
  requires io.netty.handler;
  requires io.netty.pkitesting;
  requires io.netty.transport;
  requires static transitive dev.reprise;
  requires static transitive org.junit.jupiter.api;
  requires static org.jspecify;

  exports dev.reprise.testbed.http;
  exports dev.reprise.testbed.http.contract;
  exports dev.reprise.testbed.http.log;
  exports dev.reprise.testbed.http.protocol;

  // The test methods of the contract are package-private; JUnit calls them by reflection.
  opens dev.reprise.testbed.http.contract;
}
