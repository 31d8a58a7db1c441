package dev.reprise.batch.internal.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.operation.BatchReply;
import dev.reprise.testing.VirtualTime;
import dev.reprise.time.RetryEnvironment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The prepared calls that a thread makes after its own one. The executor is this thread. */
class BlockingSenderTest {

  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private final List<String> events = new ArrayList<>();
  private final Map<String, BatchReply<String>> replies = new HashMap<>();
  private final Map<String, Runnable> during = new HashMap<>();
  private BlockingSender<String> sender;

  /** The start of a prepared call, which is recorded as an event. */
  private class Start implements PreparedStart {

    private final String name;
    private boolean inTime = true;

    private Start(String name) {
      this.name = name;
    }

    @Override
    public boolean isInTime() {
      return inTime;
    }

    @Override
    public void taken() {
      events.add("taken " + name);
    }

    @Override
    public CallTimeout timeout() {
      return CallTimeout.NONE;
    }

    @Override
    public void started() {
      events.add("started " + name);
    }
  }

  @BeforeEach
  void create() {
    sender = with(true);
  }

  private BlockingSender<String> with(boolean prepares) {
    return BlockingSender.of(this::call, RetryEnvironment.system(), tasks::add, 1, prepares);
  }

  @AfterEach
  void no_interrupt_remains() {
    assertThat(Thread.interrupted()).isFalse();
  }

  private BatchReply<String> call(List<String> items) {
    String name = items.get(0);
    events.add("call " + name);
    during.getOrDefault(name, () -> {}).run();
    BatchReply<String> reply = replies.getOrDefault(name, BatchReply.allDone());
    if (name.startsWith("fails")) {
      throw new IllegalStateException(name);
    }
    return name.startsWith("null") ? null : reply;
  }

  private void send(String name) {
    var unused = sender.send(List.of(name), CallTimeout.NONE, answerTo(name));
  }

  private RunningCall prepare(String name) {
    return sender.prepare(List.of(name), new Start(name), answerTo(name));
  }

  private RunningCall.Answer<String> answerTo(String name) {
    return (outcome, following) -> {
      following.run();
      events.add("answer " + name);
    };
  }

  private void runTask() {
    tasks.remove().run();
  }

  @Test
  void a_thread_whose_call_succeeds_makes_the_prepared_ones_in_order() {
    send("a");
    prepare("b");
    prepare("c");
    runTask();

    assertThat(events)
        .containsExactly(
            "call a",
            "taken b",
            "started b",
            "answer a",
            "call b",
            "taken c",
            "started c",
            "answer b",
            "call c",
            "answer c");
    assertThat(tasks).isEmpty();
  }

  @Test
  void a_thread_whose_call_does_not_succeed_makes_no_other() {
    replies.put("partial", BatchReply.unprocessed(List.of("partial")));
    replies.put("refused", BatchReply.<String>allDone().rejecting("refused", "too large"));
    for (String name : List.of("partial", "refused", "fails", "null")) {
      send(name);
      prepare("next");
      runTask();
    }

    assertThat(events).doesNotContain("call next").contains("answer null");
  }

  @Test
  void a_withdrawn_call_is_not_made_and_a_taken_one_cannot_be_withdrawn() {
    send("a");
    RunningCall withdrawn = prepare("b");
    RunningCall taken = prepare("c");
    during.put("c", () -> assertThat(sender.withdraw(taken)).isFalse());
    assertThat(sender.withdraw(withdrawn)).isTrue();
    assertThat(sender.withdraw(withdrawn)).isFalse();
    runTask();

    assertThat(events).contains("call c", "answer c").doesNotContain("call b");
  }

  @Test
  void a_call_that_is_too_late_or_whose_clock_breaks_stays_prepared() {
    Start late = new Start("late");
    late.inTime = false;
    RunningCall prepared = sender.prepare(List.of("late"), late, answerTo("late"));
    send("a");
    runTask();
    assertThat(sender.withdraw(prepared)).isTrue();

    Start broken =
        new Start("broken") {
          @Override
          public boolean isInTime() {
            throw new IllegalStateException("the clock is broken");
          }
        };
    RunningCall next = sender.prepare(List.of("broken"), broken, answerTo("broken"));
    send("b");
    runTask();

    assertThat(sender.withdraw(next)).isTrue();
    assertThat(events).containsExactly("call a", "answer a", "call b", "answer b");
  }

  @Test
  void calls_that_the_executor_has_not_started_go_first() {
    send("a");
    send("b");
    prepare("c");
    runTask();
    assertThat(events).containsExactly("call a", "answer a");

    runTask();
    assertThat(events).endsWith("call b", "taken c", "started c", "answer b", "call c", "answer c");
  }

  @Test
  void a_thread_goes_back_to_a_given_executor_after_sixteen_calls() {
    send("first");
    for (int i = 0; i < 40; i++) {
      prepare("prepared " + i);
    }
    runTask();

    assertThat(events.stream().filter(event -> event.startsWith("call"))).hasSize(16);
  }

  @Test
  void an_interrupted_thread_makes_no_prepared_call() {
    during.put("a", () -> Thread.currentThread().interrupt());
    send("a");
    RunningCall prepared = prepare("b");
    runTask();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(sender.withdraw(prepared)).isTrue();
    assertThat(events).containsExactly("call a", "answer a");
  }

  @Test
  void an_aborted_prepared_call_is_over_for_the_thread_that_takes_it() {
    send("a");
    RunningCall prepared = prepare("b");
    during.put("a", prepared::abort);
    prepare("c");
    runTask();

    assertThat(events).doesNotContain("call b").contains("answer b", "answer a");
  }

  @Test
  void calls_are_prepared_only_if_that_is_wanted_and_never_in_virtual_time() {
    assertThat(sender.prepares()).isTrue();
    assertThat(with(false).prepares()).isFalse();
    assertThat(BlockingSender.of(this::call, VirtualTime.seeded(1), null, 1, true).prepares())
        .isFalse();
  }
}
