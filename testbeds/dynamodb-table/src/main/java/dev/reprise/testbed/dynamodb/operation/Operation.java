package dev.reprise.testbed.dynamodb.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.testbed.dynamodb.protocol.Fields;
import dev.reprise.testbed.dynamodb.protocol.ServiceError;

/** One operation of the protocol. */
@FunctionalInterface
interface Operation {

  /**
   * Carries out the operation.
   *
   * @param request the request's fields
   * @param now the tick at which the request arrived, in nanoseconds
   * @return the body of the response
   * @throws ServiceError if the service would return an error
   */
  ObjectNode answer(Fields request, long now);
}
