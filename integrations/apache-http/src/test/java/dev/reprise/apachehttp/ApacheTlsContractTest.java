package dev.reprise.apachehttp;

import dev.reprise.Retry;
import dev.reprise.testbed.http.contract.HttpFaultContract;
import dev.reprise.testbed.http.contract.HttpTestClient;
import dev.reprise.testbed.http.protocol.Transport;
import org.junit.jupiter.api.Tag;

/**
 * Runs with the proofs only: it is similar to the contract over HTTP/1 without TLS, and takes
 * longer.
 */
@Tag("proof")
class ApacheTlsContractTest extends HttpFaultContract {

  @Override
  protected Transport transport() {
    return Transport.TLS_HTTP_1;
  }

  @Override
  protected HttpTestClient client(Retry retry, boolean trusting) {
    return new ApacheTestClient(retry, trusting);
  }
}
