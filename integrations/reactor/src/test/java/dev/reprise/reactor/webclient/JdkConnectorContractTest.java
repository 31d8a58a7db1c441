package dev.reprise.reactor.webclient;

import dev.reprise.Retry;
import dev.reprise.testbed.http.contract.HttpFaultContract;
import dev.reprise.testbed.http.contract.HttpTestClient;
import dev.reprise.testbed.http.protocol.Transport;
import org.junit.jupiter.api.Tag;

@Tag("proof")
class JdkConnectorContractTest extends HttpFaultContract {

  @Override
  protected Transport transport() {
    return Transport.HTTP_1;
  }

  @Override
  protected HttpTestClient client(Retry retry, boolean trusting) {
    return Connectors.jdk(retry, trusting);
  }

  @Override
  protected boolean knowsWhatWasSent() {
    return false;
  }

  @Override
  protected boolean closesConnections() {
    return false;
  }

  @Override
  protected boolean showsRedirects() {
    return false;
  }
}
