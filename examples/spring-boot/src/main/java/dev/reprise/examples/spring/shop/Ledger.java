package dev.reprise.examples.spring.shop;

import dev.reprise.Retry;
import dev.reprise.batch.Batch;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchMetrics;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.micrometer.BatchMeters;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

/** Writes orders to the ledger of the payments service, which may take only a part of a request. */
@Component
class Ledger {

  private static final ParameterizedTypeReference<List<Integer>> POSITIONS =
      new ParameterizedTypeReference<>() {};

  private final RestClient client;
  private final Orders orders;
  private final Batch<Order> batch;

  Ledger(
      RestClient backOfficeClient,
      Orders orders,
      @Qualifier("ledger") Retry retry,
      MeterRegistry meters) {
    this.client = backOfficeClient;
    this.orders = orders;
    BatchMetrics metrics = BatchMeters.of(meters).bind("ledger", new BatchMetrics());
    this.batch =
        Batch.of(retry, this::send).keyedBy(Order::number).withListener(metrics.listener());
  }

  BatchReport<Order> write() {
    List<Order> open = orders.notInLedger();
    BatchReport<Order> report = batch.run(open);
    if (report.allDone()) {
      orders.markInLedger(open);
    }
    return report;
  }

  private BatchReply<Order> send(List<Order> chunk) {
    return BatchReply.unprocessedAt(
        client.post().uri("/ledger").body(chunk).retrieve().requiredBody(POSITIONS));
  }
}
