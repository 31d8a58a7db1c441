package dev.reprise.jdkhttp;

import dev.reprise.Retry;
import dev.reprise.testbed.http.contract.Http2FaultContract;
import dev.reprise.testbed.http.contract.HttpTestClient;
import dev.reprise.testbed.http.protocol.Transport;
import java.net.http.HttpClient;

class JdkHttp2FaultContractTest extends Http2FaultContract {

  @Override
  protected Transport transport() {
    return Transport.TLS_HTTP_1_OR_2;
  }

  @Override
  protected HttpTestClient client(Retry retry, boolean trusting) {
    return new JdkTestClient(retry, trusting, HttpClient.Version.HTTP_2);
  }

  @Override
  protected boolean knowsWhatWasSent() {
    return false;
  }

  @Override
  protected boolean provesRefusal() {
    return false;
  }

  @Override
  protected boolean closesConnections() {
    return JdkTestClient.closesConnections();
  }

  /**
   * Before JDK-8335181 the client ignored the last stream; updates of 17 and 21 contain the fix.
   */
  @Override
  protected boolean provesGoAway() {
    return Runtime.version().feature() >= 24;
  }
}
