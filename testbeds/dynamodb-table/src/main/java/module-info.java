/**
 * A table server that speaks the DynamoDB JSON protocol and throttles as the service does. For
 * demonstrations and tests only.
 */
module dev.reprise.testbed.dynamodb {
  requires com.fasterxml.jackson.core;
  requires com.fasterxml.jackson.databind;
  requires dev.reprise;
  requires jdk.httpserver;
  requires static org.jspecify;

  exports dev.reprise.testbed.dynamodb;
}
