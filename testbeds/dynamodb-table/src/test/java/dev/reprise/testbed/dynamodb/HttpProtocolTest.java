package dev.reprise.testbed.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.testbed.dynamodb.protocol.Json;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests raw requests, headers and error bodies that the SDK does not show. */
class HttpProtocolTest {

  private static final String CREATE =
      "{'TableName': 'table', 'AttributeDefinitions': [{'AttributeName': 'id', 'AttributeType':"
          + " 'S'}], 'KeySchema': [{'AttributeName': 'id', 'KeyType': 'HASH'}], 'BillingMode':"
          + " 'PAY_PER_REQUEST'}";

  private static DynamoDbTableServer server;

  @BeforeAll
  static void start() throws Exception {
    server = DynamoDbTableServer.builder().start();
    assertThat(call("CreateTable", CREATE).status()).isEqualTo(200);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void every_response_has_a_request_id_and_a_checksum() throws Exception {
    for (Answer answer : List.of(call("ListTables", "{}"), call("Nonsense", "{}"))) {
      CRC32 crc = new CRC32();
      crc.update(answer.body());

      assertThat(answer.header("x-amz-crc32")).isEqualTo(Long.toString(crc.getValue()));
      assertThat(answer.header("x-amzn-RequestId")).matches("[0-9A-Z]{52}");
      assertThat(answer.header("Content-Type")).isEqualTo("application/x-amz-json-1.0");
    }
  }

  @Test
  void a_successful_batch_has_an_empty_map_of_unprocessed_items() throws Exception {
    Answer written =
        call(
            "BatchWriteItem",
            "{'RequestItems': {'table': [{'PutRequest': {'Item': {'id': {'S': 'a'}}}}]}}");
    Answer read =
        call("BatchGetItem", "{'RequestItems': {'table': {'Keys': [{'id': {'S': 'a'}}]}}}");

    assertThat(text(written)).isEqualTo("{\"UnprocessedItems\":{}}");
    assertThat(text(read))
        .isEqualTo("{\"Responses\":{\"table\":[{\"id\":{\"S\":\"a\"}}]},\"UnprocessedKeys\":{}}");
  }

  @Test
  void an_error_has_a_type_and_a_message() throws Exception {
    Answer answer = call("GetItem", "{'TableName': 'nowhere', 'Key': {'id': {'S': 'a'}}}");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(text(answer))
        .isEqualTo(
            "{\"__type\":\"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException\","
                + "\"message\":\"Requested resource not found\"}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "UpdateTable | {}                    | UnknownOperationException",
        "putitem    | {}                     | UnknownOperationException",
        "GetItem    | {                      | SerializationException",
        "GetItem    | []                     | SerializationException",
        "GetItem    | {} {}                  | SerializationException",
        "GetItem    | {'Key': 1}             | SerializationException",
        "GetItem    | {'TableName': 1}       | SerializationException",
        "Scan       | {'Limit': '1'}         | SerializationException",
        "Scan       | {'TableName': 'table', 'ConsistentRead': 1} | SerializationException",
        "Scan       | {'Key': {}}            | ValidationException",
      })
  void an_invalid_request_is_rejected(String operation, String body, String type) throws Exception {
    Answer answer = call(operation, body);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(json(answer).get("__type").textValue()).endsWith("#" + type);
  }

  @Test
  void a_parameter_that_would_change_the_result_is_never_ignored() throws Exception {
    Answer answer = call("Query", "{'TableName': 'table', 'KeyConditions': {'id': {}}}");

    assertThat(text(answer))
        .contains("ValidationException")
        .contains("Parameter KeyConditions of Query is not supported by this server");
  }

  @Test
  void constraints_are_reported_together() throws Exception {
    Answer answer = call("PutItem", "{'TableName': 'a$', 'ReturnConsumedCapacity': 'ALL'}");

    assertThat(json(answer).get("message").textValue())
        .startsWith("4 validation errors detected: ")
        .contains("Value null at 'item' failed to satisfy constraint: Member must not be null")
        .contains("Value 'ALL' at 'returnConsumedCapacity' failed to satisfy constraint")
        .contains("Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+")
        .contains("Member must have length greater than or equal to 3");
  }

  @Test
  void a_request_needs_credentials() throws Exception {
    HttpURLConnection connection = connect();
    connection.setRequestProperty("X-Amz-Target", "DynamoDB_20120810.ListTables");

    assertThat(text(send(connection, "{}"))).contains("MissingAuthenticationTokenException");
  }

  @Test
  void a_get_reports_that_the_server_is_healthy() throws Exception {
    assertThat(text(Answer.of(connect()))).startsWith("healthy: ");
  }

  @Test
  void a_request_above_16_mb_is_rejected() throws Exception {
    String padding = " ".repeat(16 * 1024 * 1024);

    assertThat(call("ListTables", padding.substring(2) + "{}").status()).isEqualTo(200);
    assertThat(call("ListTables", padding + "{}").status()).isEqualTo(413);
  }

  @Test
  void nesting_deeper_than_32_levels_is_rejected() throws Exception {
    assertThat(text(put(nested(32)))).isEqualTo("{}");
    assertThat(text(put(nested(33)))).contains("Nesting Levels have exceeded supported limits");
    assertThat(text(put(nested(900)))).contains("SerializationException");
  }

  private static String nested(int levels) {
    return "{'L': [".repeat(levels) + "{'S': 'x'}" + "]}".repeat(levels);
  }

  private static Answer put(String value) throws Exception {
    return call(
        "PutItem", "{'TableName': 'table', 'Item': {'id': {'S': 'a'}, 'v': " + value + "}}");
  }

  private static Answer call(String operation, String body) throws Exception {
    HttpURLConnection connection = connect();
    connection.setRequestProperty("X-Amz-Target", "DynamoDB_20120810." + operation);
    connection.setRequestProperty("Authorization", "AWS4-HMAC-SHA256 Credential=nobody");
    return send(connection, body.replace('\'', '"'));
  }

  private static HttpURLConnection connect() throws Exception {
    return (HttpURLConnection) URI.create(server.endpoint() + "/").toURL().openConnection();
  }

  private static Answer send(HttpURLConnection connection, String body) throws Exception {
    connection.setRequestMethod("POST");
    connection.setRequestProperty("Content-Type", "application/x-amz-json-1.0");
    connection.setDoOutput(true);
    connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
    return Answer.of(connection);
  }

  private static String text(Answer answer) {
    return new String(answer.body(), StandardCharsets.UTF_8);
  }

  private static ObjectNode json(Answer answer) {
    return Json.read(answer.body());
  }

  private record Answer(int status, byte[] body, HttpURLConnection connection) {

    static Answer of(HttpURLConnection connection) throws Exception {
      int status = connection.getResponseCode();
      try (InputStream in =
          status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
        return new Answer(status, in.readAllBytes(), connection);
      }
    }

    @Nullable String header(String name) {
      return connection.getHeaderField(name);
    }
  }
}
