package dev.reprise.examples.spring.shop;

import dev.reprise.batch.Batch;
import dev.reprise.batch.report.BatchReport;
import java.util.List;
import org.springframework.stereotype.Component;

/** Writes orders to the ledger of the payments service, which may take only a part of a request. */
@Component
class Ledger {

  private final Batch<Order> entries;
  private final Orders orders;

  Ledger(Batch<Order> ledgerEntries, Orders orders) {
    this.entries = ledgerEntries;
    this.orders = orders;
  }

  BatchReport<Order> write() {
    List<Order> open = orders.notInLedger();
    BatchReport<Order> report = entries.run(open);
    if (report.allDone()) {
      orders.markInLedger(open);
    }
    return report;
  }
}
