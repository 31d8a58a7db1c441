package dev.reprise.verification.benchmarks.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.Reference;
import org.junit.jupiter.api.Test;

class MemoryTest {

  private static final String BEFORE =
      """
       num     #instances         #bytes  class name (module)
      -------------------------------------------------------
         1:           100           2400  java.lang.String (java.base@17.0.15)
         2:            10           1000  [B (java.base@17.0.15)
      Total           110           3400
      """;
  private static final String AFTER =
      """
       num     #instances         #bytes  class name (module)
      -------------------------------------------------------
         1:            50           4000  dev.reprise.internal.async.AsyncCall
         2:           150           3600  java.lang.String (java.base@17.0.15)
         3:            10           1000  [B (java.base@17.0.15)
      Total           210           8600
      """;

  @Test
  void the_growth_of_the_heap_is_divided_by_the_number_of_calls() {
    assertThat(Memory.grown(BEFORE, AFTER, 50))
        .containsExactly(
            "    80.0 B   1.000 x  dev.reprise.internal.async.AsyncCall",
            "    24.0 B   1.000 x  java.lang.String");
  }

  @Test
  void a_histogram_of_this_process_counts_its_objects() {
    byte[][] kept = new byte[100][1000];

    assertThat(Memory.rows(Memory.histogram()))
        .filteredOn(row -> row.type().equals("[B"))
        .singleElement()
        .satisfies(row -> assertThat(row.bytes()).isGreaterThan(100_000));
    Reference.reachabilityFence(kept);
  }

  @Test
  void the_resident_size_is_read_in_bytes() {
    assertThat(Memory.resident("VmHWM:\t  900 kB\nVmRSS:\t  812 kB\nRssAnon:\t  1 kB\n"))
        .isEqualTo(812 * 1024);
    assertThat(Memory.resident("Name:\tjava\n")).isNaN();
  }

  @Test
  void the_used_heap_counts_reachable_objects_and_no_garbage() {
    long before = Memory.usedHeap();
    byte[][] kept = new byte[64][];
    for (int i = 0; i < kept.length; i++) {
      kept[i] = new byte[1 << 18];
    }
    for (int i = 0; i < kept.length; i++) {
      kept[i] = kept[i].clone();
    }

    assertThat(Memory.usedHeap() - before).isBetween(15L << 20, 20L << 20);
    Reference.reachabilityFence(kept);
  }
}
