package dev.reprise.batch.internal.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class OwnThreadsTest {

  private final List<Thread> ran = new ArrayList<>();

  @Test
  void a_task_runs_here_if_the_executor_rejects_it_and_no_thread_can_be_started() {
    OwnThreads.runOn(
        task -> {
          throw new RejectedExecutionException("full");
        },
        task -> {
          throw new OutOfMemoryError("unable to create native thread");
        },
        () -> ran.add(Thread.currentThread()));

    assertThat(ran).containsExactly(Thread.currentThread());
  }
}
