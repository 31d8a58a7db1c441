package dev.reprise.apachehttp;

import dev.reprise.Retry;
import dev.reprise.testbed.http.contract.HttpFaultContract;
import dev.reprise.testbed.http.contract.HttpTestClient;
import dev.reprise.testbed.http.protocol.Transport;

class ApacheHttp1ContractTest extends HttpFaultContract {

  @Override
  protected Transport transport() {
    return Transport.HTTP_1;
  }

  @Override
  protected HttpTestClient client(Retry retry, boolean trusting) {
    return new ApacheTestClient(retry, trusting);
  }
}
