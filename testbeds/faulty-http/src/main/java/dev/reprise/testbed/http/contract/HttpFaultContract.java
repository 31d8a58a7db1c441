package dev.reprise.testbed.http.contract;

import dev.reprise.Retry;
import dev.reprise.testbed.http.FaultyHttpServer;
import dev.reprise.testbed.http.protocol.Transport;
import org.junit.jupiter.api.Nested;

/**
 * The script of faults that every client with retries is put through, one nested class for each
 * area. A test of a client extends this once for each {@link Transport} that the client speaks, and
 * {@link Http2FaultContract} for HTTP/2:
 *
 * <pre>{@code
 * class MyHttp1ContractTest extends HttpFaultContract {
 *   protected Transport transport() {
 *     return Transport.HTTP_1;
 *   }
 *
 *   protected HttpTestClient client(Retry retry, boolean trusting) {
 *     return new MyClient(HttpRetry.of(retry), trusting);
 *   }
 * }
 * }</pre>
 *
 * <p>The client retries by {@code HttpRetry.of(retry)} with nothing changed, follows redirects, and
 * reads the body of an response within the attempt.
 */
public abstract class HttpFaultContract {

  /** For subclasses. */
  protected HttpFaultContract() {}

  /**
   * The protocol that the server speaks.
   *
   * @return the same each time
   */
  protected abstract Transport transport();

  /**
   * The client under test.
   *
   * @param retry its policy is left as it is
   * @param trusting whether it trusts {@link FaultyHttpServer#clientTrust}; if not it has the trust
   *     of the machine
   * @return a new client
   */
  protected abstract HttpTestClient client(Retry retry, boolean trusting);

  /**
   * Whether the client knows if an attempt that failed had begun to send its request.
   *
   * @return true unless overridden
   */
  protected boolean knowsWhatWasSent() {
    return true;
  }

  /**
   * Whether closing the client closes its connections.
   *
   * @return true unless overridden
   */
  protected boolean closesConnections() {
    return true;
  }

  final ClientUnderTest clientUnderTest() {
    return new ClientUnderTest(transport(), this::client, knowsWhatWasSent(), closesConnections());
  }

  @Nested
  class Connections extends ConnectionScenarios {
    Connections() {
      super(clientUnderTest());
    }
  }

  @Nested
  class Timeouts extends TimeoutScenarios {
    Timeouts() {
      super(clientUnderTest());
    }
  }

  @Nested
  class Statuses extends StatusScenarios {
    Statuses() {
      super(clientUnderTest());
    }
  }

  @Nested
  class Redirects extends RedirectScenarios {
    Redirects() {
      super(clientUnderTest());
    }
  }

  @Nested
  class Hints extends HintScenarios {
    Hints() {
      super(clientUnderTest());
    }
  }

  @Nested
  class Keys extends KeyScenarios {
    Keys() {
      super(clientUnderTest());
    }
  }

  @Nested
  class Bodies extends BodyScenarios {
    Bodies() {
      super(clientUnderTest());
    }
  }

  @Nested
  class Storms extends StormScenarios {
    Storms() {
      super(clientUnderTest());
    }
  }

  @Nested
  class Reports extends ReportScenarios {
    Reports() {
      super(clientUnderTest());
    }
  }
}
