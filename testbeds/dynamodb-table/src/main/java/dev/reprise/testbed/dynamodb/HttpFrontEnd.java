package dev.reprise.testbed.dynamodb;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.reprise.testbed.dynamodb.operation.Dispatcher;
import dev.reprise.testbed.dynamodb.operation.LiveCounters;
import dev.reprise.testbed.dynamodb.protocol.Json;
import dev.reprise.testbed.dynamodb.protocol.ServiceError;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The protocol over HTTP: reads a request, applies its fault, and sends the response with a
 * checksum.
 */
final class HttpFrontEnd implements HttpHandler {

  private static final Logger LOG = System.getLogger(HttpFrontEnd.class.getName());
  private static final int MOST_BYTES = 16 * 1024 * 1024;
  private static final int REQUEST_ID_LENGTH = 52;
  private static final String HEALTHY = "healthy: dynamodb.us-east-1.amazonaws.com ";
  private static final String JSON = "application/x-amz-json-1.0";

  private final Dispatcher dispatcher;
  private final FaultScript faults;
  private final LiveCounters counters;

  HttpFrontEnd(Dispatcher dispatcher, FaultScript faults, LiveCounters counters) {
    this.dispatcher = dispatcher;
    this.faults = faults;
    this.counters = counters;
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (exchange.getRequestMethod().equals("GET")) {
        handleGet(exchange);
      } else {
        handleCall(exchange);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void handleGet(HttpExchange exchange) throws IOException {
    if (exchange.getRequestURI().getPath().equals(ServerCounters.PATH)) {
      send(exchange, 200, JSON, Json.write(counters.toJson()));
    } else {
      send(exchange, 200, "text/plain", HEALTHY.getBytes(StandardCharsets.US_ASCII));
    }
  }

  private void handleCall(HttpExchange exchange) throws IOException, InterruptedException {
    int status = 200;
    ObjectNode body;
    try {
      Optional<ObjectNode> answer = answer(exchange);
      if (answer.isEmpty()) {
        return;
      }
      body = answer.get();
    } catch (ServiceError error) {
      status = error.status();
      body = error.body();
    } catch (RuntimeException | StackOverflowError bug) {
      LOG.log(Level.ERROR, "Internal error of the table server in a call", bug);
      status = ServiceError.internal().status();
      body = ServiceError.internal().body();
    }
    send(exchange, status, JSON, Json.write(body));
  }

  /** Returns the response; empty if the connection is to be closed without one. */
  private Optional<ObjectNode> answer(HttpExchange exchange)
      throws IOException, InterruptedException {
    byte[] request = read(exchange.getRequestBody());
    Headers headers = exchange.getRequestHeaders();
    requireSignature(headers.getFirst("Authorization"));
    String operation = Dispatcher.operationIn(headers.getFirst("X-Amz-Target"));
    counters.request(operation);
    Optional<Fault> fault = faults.faultFor(operation);
    if (fault.isEmpty()) {
      return Optional.of(dispatcher.answer(operation, request));
    }
    counters.fault();
    return answer(fault.get(), operation, request);
  }

  private Optional<ObjectNode> answer(Fault fault, String operation, byte[] request)
      throws InterruptedException {
    if (fault instanceof Fault.Answer answer) {
      throw answer.error();
    }
    if (fault instanceof Fault.Conflict conflict) {
      return Optional.of(dispatcher.conflict(operation, request, conflict::meets));
    }
    if (fault instanceof Fault.Hold hold) {
      hold.await();
    } else if (fault instanceof Fault.Drop drop) {
      if (drop.processed()) {
        dispatcher.answer(operation, request);
      }
      return Optional.empty();
    }
    return Optional.of(dispatcher.answer(operation, request));
  }

  private static void requireSignature(@Nullable String authorization) {
    if (authorization == null || !authorization.startsWith("AWS4-")) {
      throw ServiceError.missingAuthentication();
    }
  }

  private static byte[] read(InputStream in) throws IOException {
    byte[] body = in.readNBytes(MOST_BYTES);
    if (in.read() >= 0) {
      in.transferTo(OutputStream.nullOutputStream());
      throw ServiceError.requestTooLarge();
    }
    return body;
  }

  private static void send(HttpExchange exchange, int status, String type, byte[] body)
      throws IOException {
    CRC32 checksum = new CRC32();
    checksum.update(body);
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", type);
    headers.set("x-amzn-RequestId", requestId());
    headers.set("x-amz-crc32", Long.toString(checksum.getValue()));
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }

  private static String requestId() {
    StringBuilder id = new StringBuilder(REQUEST_ID_LENGTH);
    ThreadLocalRandom random = ThreadLocalRandom.current();
    for (int i = 0; i < REQUEST_ID_LENGTH; i++) {
      id.append(Character.toUpperCase(Character.forDigit(random.nextInt(36), 36)));
    }
    return id.toString();
  }
}
