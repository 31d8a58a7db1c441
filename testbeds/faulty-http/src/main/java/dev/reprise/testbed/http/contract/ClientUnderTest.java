package dev.reprise.testbed.http.contract;

import dev.reprise.Retry;
import dev.reprise.testbed.http.protocol.Transport;

/**
 * The properties of a client that the contract asks for.
 *
 * @param transport see {@link HttpFaultContract#transport}
 * @param factory see {@link HttpFaultContract#client}
 * @param knowsWhatWasSent see {@link HttpFaultContract#knowsWhatWasSent}
 * @param closesConnections see {@link HttpFaultContract#closesConnections}
 * @param sendsBodiesOnce see {@link HttpFaultContract#sendsBodiesOnce}
 * @param showsRedirects see {@link HttpFaultContract#showsRedirects}
 * @param skipsInterimResponses see {@link HttpFaultContract#skipsInterimResponses}
 * @param sendsBlankFields see {@link HttpFaultContract#sendsBlankFields}
 * @param freesConnectionsBeforeTheEnd see {@link HttpFaultContract#freesConnectionsBeforeTheEnd}
 */
record ClientUnderTest(
    Transport transport,
    Factory factory,
    boolean knowsWhatWasSent,
    boolean closesConnections,
    boolean sendsBodiesOnce,
    boolean showsRedirects,
    boolean skipsInterimResponses,
    boolean sendsBlankFields,
    boolean freesConnectionsBeforeTheEnd) {

  /** Creates clients. */
  interface Factory {
    HttpTestClient create(Retry retry, boolean trusting);
  }

  boolean isTls() {
    return transport.usesTls();
  }
}
