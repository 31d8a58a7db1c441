package dev.reprise.dynamodb.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.Pace;
import dev.reprise.dynamodb.Sdk;
import dev.reprise.dynamodb.read.KeyRead;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReadCostTest {

  @Test
  void later_reads_pay_for_earlier_reads_that_cost_more_than_they_were_charged() {
    ReadCost cost = ReadCost.of(false, Pace.adaptive());
    double charged = 0;
    double consumed = 0;
    for (int chunk = 0; chunk < 200; chunk++) {
      List<KeyRead> reads =
          IntStream.range(0, 100).<KeyRead>mapToObj(i -> new PendingRead(Sdk.key(i))).toList();
      for (KeyRead read : reads) {
        charged += cost.charge(read);
      }
      double units = chunk % 7 == 0 ? 900 : 50;
      consumed += units;
      cost.record(reads, units);
    }
    assertThat(charged / ReadCost.SCALE).isBetween(0.95 * consumed, 1.05 * consumed);
  }
}
