package dev.reprise.jdkhttp;

import dev.reprise.Retry;
import dev.reprise.testbed.http.contract.HttpFaultContract;
import dev.reprise.testbed.http.contract.HttpTestClient;
import dev.reprise.testbed.http.protocol.Transport;
import java.net.http.HttpClient;
import org.junit.jupiter.api.Tag;

/**
 * Runs with the proofs only: it is similar to the contract over HTTP/1 without TLS, and takes
 * longer.
 */
@Tag("proof")
class JdkTlsFaultContractTest extends HttpFaultContract {

  @Override
  protected Transport transport() {
    return Transport.TLS_HTTP_1;
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
