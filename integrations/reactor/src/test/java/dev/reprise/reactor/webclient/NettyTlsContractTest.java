package dev.reprise.reactor.webclient;

import dev.reprise.Retry;
import dev.reprise.testbed.http.contract.HttpFaultContract;
import dev.reprise.testbed.http.contract.HttpTestClient;
import dev.reprise.testbed.http.protocol.Transport;
import org.junit.jupiter.api.Tag;
import reactor.netty.http.HttpProtocol;

@Tag("proof")
class NettyTlsContractTest extends HttpFaultContract {

  @Override
  protected Transport transport() {
    return Transport.TLS_HTTP_1;
  }

  @Override
  protected HttpTestClient client(Retry retry, boolean trusting) {
    return Connectors.reactorNetty(retry, trusting, HttpProtocol.HTTP11);
  }

  @Override
  protected boolean skipsInterimResponses() {
    return false;
  }

  @Override
  protected boolean freesConnectionsBeforeTheEnd() {
    return false; // PooledConnectionsTest shows that they are freed
  }

  @Override
  protected boolean sendsBlankFields() {
    return false;
  }
}
