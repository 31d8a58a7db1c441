package dev.reprise.jdkhttp;

import dev.reprise.Retry;
import dev.reprise.testbed.http.contract.HttpFaultContract;
import dev.reprise.testbed.http.contract.HttpTestClient;
import dev.reprise.testbed.http.protocol.Transport;
import java.net.http.HttpClient;

class JdkHttp1FaultContractTest extends HttpFaultContract {

  @Override
  protected Transport transport() {
    return Transport.HTTP_1;
  }

  @Override
  protected HttpTestClient client(Retry retry, boolean trusting) {
    return new JdkTestClient(retry, trusting, HttpClient.Version.HTTP_1_1);
  }

  @Override
  protected boolean knowsWhatWasSent() {
    return false;
  }

  @Override
  protected boolean closesConnections() {
    return JdkTestClient.closesConnections();
  }
}
