package dev.reprise.batch.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.batch.internal.send.Mailbox;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.SendResult;
import dev.reprise.batch.report.SenderClosedException;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests which threads that wait for room are woken, by counting how often they wait. */
@Timeout(120)
class WaitingSendersTest {

  private static final int THREADS = 8;

  private final AtomicInteger waits = new AtomicInteger();
  private final Semaphore waiting = new Semaphore(0);
  private final Set<Thread> interrupted = ConcurrentHashMap.newKeySet();
  private final CountDownLatch interrupt = new CountDownLatch(1);

  /** The number of each thread whose item is accepted, and its negative if it is not. */
  private final BlockingQueue<Integer> ended = new LinkedBlockingQueue<>();

  private final PushedItems<Integer> items =
      new PushedItems<>(
          BatchSettings.<Integer>blocking(
                  Retry.of(RetryPolicy.none())
                      .withEnvironment(
                          VirtualTime.seeded(1)
                              .withSleeper(this::sleep)
                              .withExecutor(Runnable::run)),
                  () -> chunk -> BatchReply.allDone())
              .withChunkSize(1)
              .withParallelism(1));

  private void sleep(long nanos) throws InterruptedException {
    waits.incrementAndGet();
    waiting.release();
    if (interrupted.contains(Thread.currentThread())) {
      interrupt.await();
      throw new InterruptedException();
    }
    LockSupport.parkNanos(nanos);
  }

  /** Starts threads that wait for room in the order of their numbers, from 1. */
  private void startThreads(int count, int... theInterrupted) throws InterruptedException {
    items.push(0);
    take();
    for (int i = 1; i <= count; i++) {
      int number = i;
      Thread thread = new Thread(() -> send(number));
      for (int one : theInterrupted) {
        if (one == i) {
          interrupted.add(thread);
        }
      }
      thread.setDaemon(true);
      thread.start();
      waiting.acquire();
    }
  }

  private void send(int number) {
    int result = number;
    try {
      Objects.requireNonNull(items.send(number));
    } catch (InterruptedException | SenderClosedException notAccepted) {
      result = -number;
    }
    ended.add(result);
  }

  private void take() {
    Objects.requireNonNull(items.next());
  }

  @Test
  void each_free_place_wakes_the_thread_that_waits_longest() throws Exception {
    startThreads(THREADS);
    for (int i = 1; i <= THREADS; i++) {
      items.roomFor(1);
      assertThat(ended.take()).isEqualTo(i);
      take();
    }

    assertThat(waits).as("waits of %s threads", THREADS).hasValue(THREADS);
  }

  @Test
  void as_many_threads_are_woken_as_places_are_free() throws Exception {
    startThreads(THREADS);
    items.roomFor(3);
    List<Integer> first = List.of(ended.take(), ended.take(), ended.take());
    items.roomFor(THREADS);
    List<Integer> all = new ArrayList<>(first);
    while (all.size() < THREADS) {
      all.add(ended.take());
    }

    assertThat(first).containsExactlyInAnyOrder(1, 2, 3);
    assertThat(all).containsExactlyInAnyOrder(1, 2, 3, 4, 5, 6, 7, 8);
    assertThat(waits).hasValue(THREADS);
  }

  @Test
  void room_of_an_item_whose_actions_have_returned_wakes_one_thread() throws Exception {
    startThreads(THREADS);
    for (int i = 1; i <= THREADS; i++) {
      items.settled(i - 1, SendResult.DONE);
      items.roomFor(1);
      assertThat(ended.take()).isEqualTo(i);
      take();
    }

    assertThat(waits).hasValue(THREADS);
  }

  @Test
  void an_interrupted_thread_passes_the_room_for_which_it_was_woken_to_the_next() throws Exception {
    startThreads(3, 1, 2);
    items.roomFor(1);
    interrupt.countDown();

    assertThat(List.of(ended.take(), ended.take(), ended.take()))
        .containsExactlyInAnyOrder(-1, -2, 3);
  }

  @Test
  void room_that_is_added_while_a_thread_ends_its_wait_wakes_the_next() throws Exception {
    AtomicInteger posts = new AtomicInteger();
    items.begin(
        BatchSettings.blocking(Retry.none(), () -> chunk -> BatchReply.allDone()),
        new Mailbox() {
          @Override
          public void post(Runnable message) {
            if (posts.incrementAndGet() == 2) {
              take();
              items.roomFor(1);
            }
          }

          @Override
          public boolean isRunningHere() {
            return false;
          }
        });
    startThreads(2);
    items.roomFor(1);

    assertThat(List.of(ended.take(), ended.take())).containsExactlyInAnyOrder(1, 2);
  }

  @Test
  void the_end_wakes_all_threads() throws Exception {
    startThreads(THREADS);
    items.end(null);
    int sum = 0;
    for (int i = 0; i < THREADS; i++) {
      sum += ended.take();
    }

    assertThat(sum).isEqualTo(-THREADS * (THREADS + 1) / 2);
  }
}
