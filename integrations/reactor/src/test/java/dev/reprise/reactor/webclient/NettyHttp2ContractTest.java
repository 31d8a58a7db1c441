package dev.reprise.reactor.webclient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.Http2Faults;
import dev.reprise.testbed.http.Step;
import dev.reprise.testbed.http.contract.ClientRequest;
import dev.reprise.testbed.http.contract.HttpFaultContract;
import dev.reprise.testbed.http.contract.HttpTestClient;
import dev.reprise.testbed.http.protocol.ErrorCode;
import dev.reprise.testbed.http.protocol.Protocol;
import dev.reprise.testbed.http.protocol.Transport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import reactor.netty.http.HttpProtocol;

/**
 * The contract over HTTP/2. Reactor Netty reports neither the code of a reset stream nor the last
 * stream of a GOAWAY, so the areas of HTTP/2 alone are not tested.
 */
@Tag("proof")
class NettyHttp2ContractTest extends HttpFaultContract {

  @Override
  protected Transport transport() {
    return Transport.TLS_HTTP_1_OR_2;
  }

  @Override
  protected HttpTestClient client(Retry retry, boolean trusting) {
    return Connectors.reactorNetty(retry, trusting, HttpProtocol.H2, HttpProtocol.HTTP11);
  }

  @Override
  protected boolean skipsInterimResponses() {
    return false;
  }

  /**
   * Reactor Netty 1.2 can leave HTTP/2 connections open when their pool is disposed, after attempts
   * that were cancelled or reset, also without the filter.
   */
  @Override
  protected boolean closesConnections() {
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

  @Test
  void a_refused_stream_is_retried_for_a_get() throws Exception {
    Retry retry = Retry.of(RetryPolicy.builder().maxAttempts(3).build());
    try (FaultyHttpServer server = FaultyHttpServer.start(transport());
        HttpTestClient client = client(retry, true)) {
      server.script(
          "/a",
          Http2Faults.resetStreamOnArrival(ErrorCode.REFUSED_STREAM),
          Step.reply(200, "page"));

      assertThat(client.send(ClientRequest.get(server.uri("/a"))).body()).isEqualTo("page");
      assertThat(server.requestLog().executed().get(0).protocol()).isEqualTo(Protocol.HTTP_2);
    }
  }
}
