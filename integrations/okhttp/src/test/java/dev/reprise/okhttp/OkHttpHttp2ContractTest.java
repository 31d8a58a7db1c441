package dev.reprise.okhttp;

import dev.reprise.Retry;
import dev.reprise.testbed.http.contract.Http2FaultContract;
import dev.reprise.testbed.http.contract.HttpTestClient;
import dev.reprise.testbed.http.protocol.Transport;
import okhttp3.Protocol;
import org.junit.jupiter.api.Tag;

@Tag("proof")
class OkHttpHttp2ContractTest extends Http2FaultContract {

  @Override
  protected Transport transport() {
    return Transport.TLS_HTTP_1_OR_2;
  }

  @Override
  protected HttpTestClient client(Retry retry, boolean trusting) {
    return new OkHttpTestClient(retry, trusting, Protocol.HTTP_2, Protocol.HTTP_1_1);
  }
}
