package dev.reprise.okhttp;

import dev.reprise.Retry;
import dev.reprise.testbed.http.contract.HttpFaultContract;
import dev.reprise.testbed.http.contract.HttpTestClient;
import dev.reprise.testbed.http.protocol.Transport;
import okhttp3.Protocol;
import org.junit.jupiter.api.Tag;

/**
 * Runs with the proofs only: it is similar to the contract over HTTP/1 without TLS, and takes
 * longer.
 */
@Tag("proof")
class OkHttpTlsContractTest extends HttpFaultContract {

  @Override
  protected Transport transport() {
    return Transport.TLS_HTTP_1;
  }

  @Override
  protected HttpTestClient client(Retry retry, boolean trusting) {
    return new OkHttpTestClient(retry, trusting, Protocol.HTTP_1_1);
  }
}
