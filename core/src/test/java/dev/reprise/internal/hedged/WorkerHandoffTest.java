package dev.reprise.internal.hedged;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WorkerHandoffTest {

  private final List<Runnable> handedOver = new ArrayList<>();
  private final AtomicInteger runs = new AtomicInteger();

  @Test
  void does_the_work_if_it_arrives_while_the_thread_waits() {
    WorkerHandoff handoff = new WorkerHandoff();
    handoff.take(runs::incrementAndGet, handedOver::add);
    assertEquals(0, runs.get());
    handoff.leave();
    assertEquals(1, runs.get());
    assertEquals(List.of(), handedOver);
  }

  @Test
  void submits_work_that_arrives_too_late() {
    WorkerHandoff handoff = new WorkerHandoff();
    handoff.leave();
    handoff.take(runs::incrementAndGet, handedOver::add);
    assertEquals(0, runs.get());
    handedOver.get(0).run();
    assertEquals(1, runs.get());
  }

  @Test
  void runs_submitted_work_once_if_the_executor_runs_it_twice() {
    WorkerHandoff.NONE.take(runs::incrementAndGet, handedOver::add);
    handedOver.get(0).run();
    handedOver.get(0).run();
    assertEquals(1, runs.get());
  }

  @Test
  void without_a_thread_always_submits() {
    WorkerHandoff.NONE.take(runs::incrementAndGet, handedOver::add);
    WorkerHandoff.NONE.take(runs::incrementAndGet, handedOver::add);
    assertEquals(2, handedOver.size());
  }

  @Test
  void throws_if_the_executor_rejects_it() {
    assertThrows(
        RejectedExecutionException.class,
        () ->
            WorkerHandoff.NONE.take(
                runs::incrementAndGet,
                work -> {
                  throw new RejectedExecutionException();
                }));
  }

  @Test
  void runs_the_work_once_in_any_order_of_events() throws InterruptedException {
    int races = 20_000;
    for (int i = 0; i < races; i++) {
      WorkerHandoff handoff = new WorkerHandoff();
      Thread sitting = i % 100 == 0 ? new Thread(handoff::leave) : null;
      if (sitting == null) {
        handoff.take(runs::incrementAndGet, Runnable::run);
        handoff.leave();
      } else {
        sitting.start();
        handoff.take(runs::incrementAndGet, Runnable::run);
        sitting.join();
      }
    }
    assertEquals(races, runs.get());
  }
}
