package dev.reprise.okhttp;

import dev.reprise.Retry;
import dev.reprise.testbed.http.contract.HttpFaultContract;
import dev.reprise.testbed.http.contract.HttpTestClient;
import dev.reprise.testbed.http.protocol.Transport;
import okhttp3.Protocol;

class OkHttpHttp1ContractTest extends HttpFaultContract {

  @Override
  protected Transport transport() {
    return Transport.HTTP_1;
  }

  @Override
  protected HttpTestClient client(Retry retry, boolean trusting) {
    return new OkHttpTestClient(retry, trusting, Protocol.HTTP_1_1);
  }
}
