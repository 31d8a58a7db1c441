package dev.reprise.okhttp;

import dev.reprise.Retry;
import dev.reprise.testbed.http.contract.Http2FaultContract;
import dev.reprise.testbed.http.contract.HttpTestClient;
import dev.reprise.testbed.http.protocol.Transport;
import okhttp3.Protocol;
import org.junit.jupiter.api.Tag;

/** Runs with the proofs only: it is similar to the contract over HTTP/2 with TLS. */
@Tag("proof")
class OkHttpH2cContractTest extends Http2FaultContract {

  @Override
  protected Transport transport() {
    return Transport.HTTP_1_OR_H2C;
  }

  @Override
  protected HttpTestClient client(Retry retry, boolean trusting) {
    return new OkHttpTestClient(retry, trusting, Protocol.H2_PRIOR_KNOWLEDGE);
  }
}
