package dev.reprise.examples.search;

import dev.reprise.batch.Batch;
import dev.reprise.batch.journal.BatchJournal;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.opensearch.BulkItem;
import dev.reprise.opensearch.BulkRequest;
import dev.reprise.opensearch.BulkResponse;
import dev.reprise.opensearch.BulkTransport;
import dev.reprise.opensearch.HttpClientTransport;
import dev.reprise.opensearch.OpenSearchBulk;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** Loads orders into an index. */
public final class OrderIndex {

  private OrderIndex() {}

  static BatchReport<BulkItem> load(URI endpoint, Iterator<BulkItem> items) {
    Batch<BulkItem> batch = OpenSearchBulk.of(endpoint).toIndex("orders").batch();

    BatchReport<BulkItem> report = batch.run(items);
    report.deadLetters().forEach(dead -> System.err.println(dead.item() + ": " + dead.message()));
    return report;
  }

  static BatchReport<BulkItem> resume(OpenSearchBulk bulk, Path file, Iterator<BulkItem> items) {
    return bulk.maxBytes(10 << 20)
        .batch()
        .parallelism(8)
        .journaledIn(BatchJournal.in(file).describing("orders"), BulkItem::fingerprint)
        .run(items);
  }

  static List<BulkItem> items() {
    BulkItem index = BulkItem.index("42", "{\"amount\":7}");
    BulkItem create = BulkItem.create("42", "{\"amount\":7}").in("orders-2026");
    BulkItem update = BulkItem.update("42", "{\"amount\":8}");
    BulkItem delete = BulkItem.delete("42").withRouting("customer-9");
    BulkItem newer = BulkItem.index("42", "{\"amount\":7}").withExternalVersion(1_700_000_000L);
    return List.of(index, create, update, delete, newer);
  }

  static OpenSearchBulk overJdk(HttpClient client, URI endpoint, String password) {
    return OpenSearchBulk.of(
        HttpClientTransport.of(client, endpoint)
            .withBasicAuth("loader", password)
            .timeout(Duration.ofSeconds(30)));
  }

  static OpenSearchBulk overOkHttp(String endpoint) {
    OkHttpClient client = new OkHttpClient.Builder().retryOnConnectionFailure(false).build();
    BulkTransport transport =
        request -> {
          try (Response response = client.newCall(toCall(endpoint, request)).execute()) {
            return new BulkResponse(
                response.code(), response.headers().toMultimap(), response.body().bytes());
          }
        };
    return OpenSearchBulk.of(transport);
  }

  private static Request toCall(String endpoint, BulkRequest request) {
    return new Request.Builder()
        .url(endpoint + request.path())
        .post(RequestBody.create(request.body(), MediaType.get(BulkRequest.CONTENT_TYPE)))
        .build();
  }
}
