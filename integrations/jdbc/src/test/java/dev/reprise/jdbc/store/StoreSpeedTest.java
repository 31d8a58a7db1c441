package dev.reprise.jdbc.store;

import static dev.reprise.jdbc.store.SqlIdempotencyStoreTest.granted;
import static dev.reprise.jdbc.store.TestStores.OUTCOME;
import static dev.reprise.jdbc.store.TestStores.REQUEST;
import static dev.reprise.jdbc.store.TestStores.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.idempotency.store.Claim;
import dev.reprise.idempotency.store.IdempotencyStore;
import dev.reprise.jdbc.db.Db;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Measures how many keys per second are claimed and recorded: the figures of the guide. */
@Tag("proof")
class StoreSpeedTest {

  private static final int KEYS = 800;

  @ParameterizedTest
  @EnumSource(
      value = Db.class,
      names = {"POSTGRESQL", "MARIADB"})
  void claims_and_records(Db kind) throws Exception {
    IdempotencyStore store = TestStores.fresh(kind).open();
    IdempotencyStore bounded = TestStores.fresh(kind).maxEntries(1_000_000).open();
    run(store, 1, 1, "warm");
    List<String> figures = new ArrayList<>();
    figures.add("1 thread: " + run(store, 1, 1, "alone"));
    figures.add("8 threads: " + run(store, 8, 1, "together"));
    figures.add("8 threads, each key from all of them: " + run(store, 8, 8, "contended"));
    figures.add("8 threads, bounded: " + run(bounded, 8, 1, "bounded"));
    figures.add("replays by 8 threads: " + replays(store));
    System.out.println(kind + ", keys a second: " + String.join("; ", figures));
  }

  /** Each key is claimed by this number of threads, and recorded by the thread that holds it. */
  private static long run(IdempotencyStore store, int threads, int claimants, String name)
      throws Exception {
    int keys = KEYS / claimants;
    long start = System.nanoTime();
    List<Callable<Integer>> work =
        IntStream.range(0, threads)
            .<Callable<Integer>>mapToObj(
                thread -> () -> work(store, name, thread, threads / claimants, keys))
            .toList();
    int recorded = SqlIdempotencyStoreTest.inParallel(work).stream().mapToInt(n -> n).sum();
    assertThat(recorded).isEqualTo(keys);
    return perSecond(keys, start);
  }

  private static int work(IdempotencyStore store, String name, int thread, int parts, int keys) {
    int recorded = 0;
    for (int number = thread % parts; number < keys; number += parts) {
      String key = key(name + number);
      if (store.claim(key, REQUEST) instanceof Claim.Granted granted) {
        assertThat(store.record(key, granted.token(), OUTCOME)).isTrue();
        recorded++;
      }
    }
    return recorded;
  }

  private static long replays(IdempotencyStore store) throws Exception {
    String key = key("replayed");
    assertThat(store.record(key, granted(store.claim(key, REQUEST)), OUTCOME)).isTrue();
    long start = System.nanoTime();
    Callable<Integer> work =
        () -> {
          for (int claim = 0; claim < KEYS; claim++) {
            assertThat(store.claim(key, REQUEST)).isInstanceOf(Claim.Completed.class);
          }
          return KEYS;
        };
    int claims =
        SqlIdempotencyStoreTest.inParallel(Collections.nCopies(8, work)).stream()
            .mapToInt(n -> n)
            .sum();
    return perSecond(claims, start);
  }

  private static long perSecond(int number, long startNanos) {
    return Math.round(number * 1e9 / (System.nanoTime() - startNanos));
  }
}
