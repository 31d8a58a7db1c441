package dev.reprise.examples.spring;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The two services of a running example, through HTTP. */
final class Services {

  private static final JsonMapper JSON = new JsonMapper();

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Example example;

  Services(Example example) {
    this.example = example;
  }

  /** Places an order; returns the status. */
  int order(String number, int amount, String currency) throws Exception {
    return send(order(number, "{\"amount\": " + amount + ", \"currency\": \"" + currency + "\"}"))
        .statusCode();
  }

  private HttpRequest.Builder order(String number, String json) {
    return HttpRequest.newBuilder(URI.create(example.shop() + "/orders/" + number))
        .header("Content-Type", "application/json")
        .PUT(BodyPublishers.ofString(json));
  }

  /** Asks for an amount in euros. */
  HttpResponse<String> euros(int amount, String currency) throws Exception {
    return send(get(example.shop() + "/euros?amount=" + amount + "&currency=" + currency));
  }

  /** Asks for the price of an amount of euros in each currency. */
  HttpResponse<String> prices(int euros) throws Exception {
    return send(get(example.shop() + "/prices?euros=" + euros));
  }

  /** Writes the new orders to the ledger; returns the summary of the batch. */
  String writeLedger() throws Exception {
    return send(HttpRequest.newBuilder(URI.create(example.shop() + "/ledger"))
            .POST(BodyPublishers.noBody()))
        .body();
  }

  /** The numbers of the paid orders, one for each payment. */
  List<String> paidOrders() throws Exception {
    return json(example.payments() + "/payments").findValuesAsString("order");
  }

  /** The metrics that a service shows to Prometheus. */
  Metrics metrics(String service) throws Exception {
    return new Metrics(
        send(get(service + "/actuator/prometheus"))
            .body()
            .lines()
            .filter(line -> !line.startsWith("#"))
            .toList());
  }

  /** Time series, each with its value. */
  record Metrics(List<String> series) {

    /** The series whose name begins with a text and whose labels contain another. */
    List<String> lines(String name, String label) {
      return series.stream().filter(line -> line.startsWith(name) && line.contains(label)).toList();
    }

    long count(String name) {
      return lines(name, "").size();
    }

    double sum(String name, String label) {
      return lines(name, label).stream()
          .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
          .sum();
    }
  }

  JsonNode json(String uri) throws Exception {
    return JSON.readTree(send(get(uri)).body());
  }

  private static HttpRequest.Builder get(String uri) {
    return HttpRequest.newBuilder(URI.create(uri)).GET();
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return http.send(request.build(), BodyHandlers.ofString());
  }
}
