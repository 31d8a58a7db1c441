package dev.reprise.batch.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Retry;
import dev.reprise.batch.internal.pace.Pacer;
import dev.reprise.batch.internal.pace.SharedRate;
import dev.reprise.batch.internal.queue.Chunk;
import dev.reprise.batch.internal.queue.Entry;
import dev.reprise.batch.internal.queue.ReadyQueue;
import dev.reprise.batch.internal.queue.SendQueue;
import dev.reprise.batch.internal.send.CallTimeout;
import dev.reprise.batch.internal.send.PreparedStart;
import dev.reprise.batch.internal.send.RunningCall;
import dev.reprise.batch.internal.send.Sender;
import dev.reprise.decision.Progress;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.testing.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The decisions about prepared calls, in virtual time; the sender only records them. */
class PreparedStartTest {

  private static final int PARALLEL = 2;
  private static final int MANY = 10;

  private final VirtualTime time = VirtualTime.seeded(1);
  private final List<PreparedStart> starts = new ArrayList<>();
  private final List<RunningCall> prepared = new ArrayList<>();
  private final List<Chunk<Integer>> started = new ArrayList<>();
  private final ChunksInFlight<Integer> flights = new ChunksInFlight<>();
  private final Sender<Integer> sender =
      new Sender<>() {
        @Override
        public RunningCall send(
            List<Integer> items, CallTimeout timeout, RunningCall.Answer<Integer> answer) {
          throw new UnsupportedOperationException();
        }

        @Override
        public boolean prepares() {
          return true;
        }

        @Override
        public RunningCall prepare(
            List<Integer> items, PreparedStart start, RunningCall.Answer<Integer> answer) {
          RunningCall call = () -> assertThat(items).isNotEmpty();
          starts.add(start);
          prepared.add(call);
          return call;
        }

        @Override
        public boolean withdraw(RunningCall call) {
          return prepared.remove(call);
        }

        @Override
        public void close() {}
      };

  private PreparedCalls<Integer> calls(double unitsPerSecond) {
    return calls(new Pacer(SharedRate.fixed(unitsPerSecond), PARALLEL, time.ticks().nanos(), 0));
  }

  private PreparedCalls<Integer> calls(Pacer pacer) {
    RetryPolicy policy =
        RetryPolicy.builder()
            .within(Duration.ofSeconds(10))
            .attemptTimeout(Duration.ofSeconds(4))
            .build();
    TimeLimit limit = new TimeLimit(policy, Progress.startingAt(time.ticks().nanos()), false);
    AttemptTimes attempts =
        new AttemptTimes(Retry.of(policy).withEnvironment(time).state(), policy, limit);
    CallPlaces places = new CallPlaces(flights, noWaits(), pacer, time.ticks());
    return new PreparedCalls<>(sender, places, pacer, attempts, limit, time.ticks());
  }

  private DelayedRetries<Integer> noWaits() {
    return new DelayedRetries<>(time.delayer(), new CallerMailbox(time.sleeper()), retry -> {});
  }

  private Chunk<Integer> add(PreparedCalls<Integer> calls, int item) {
    ReadyQueue<Integer> ready = new ReadyQueue<>(1, Long.MAX_VALUE, () -> 0);
    ready.add(new Entry<>(item, item, 0, 1, null, Progress.startingAt(0), null));
    Chunk<Integer> chunk = new SendQueue<>(ready, Long.MAX_VALUE).next(1, 0);
    calls.add(chunk, started::add, (outcome, following) -> {});
    return chunk;
  }

  @Test
  void a_prepared_call_starts_before_the_deadline_only_and_ends_by_it() {
    var unused = add(calls(Double.POSITIVE_INFINITY), 1);
    PreparedStart start = starts.get(0);
    assertThat(start.timeout().nanos()).isEqualTo(Duration.ofSeconds(4).toNanos());

    time.advance(Duration.ofSeconds(9));
    assertThat(start.isInTime()).isTrue();
    assertThat(start.timeout().nanos()).isEqualTo(Duration.ofSeconds(1).toNanos());

    time.advance(Duration.ofSeconds(1));
    assertThat(start.isInTime()).isFalse();
  }

  @Test
  void the_time_of_a_call_begins_when_a_thread_takes_it_not_when_its_message_is_read() {
    Chunk<Integer> chunk = add(calls(Double.POSITIVE_INFINITY), 1);
    time.advance(Duration.ofSeconds(1));
    long taken = time.ticks().nanos();
    starts.get(0).taken();
    time.advance(Duration.ofSeconds(1));
    starts.get(0).started();

    assertThat(chunk.startNanos).isEqualTo(taken);
  }

  @Test
  void a_call_that_a_thread_has_taken_remains_until_its_message() {
    PreparedCalls<Integer> calls = calls(Double.POSITIVE_INFINITY);
    Chunk<Integer> taken = add(calls, 1);
    Chunk<Integer> second = add(calls, 2);
    Chunk<Integer> third = add(calls, 3);
    prepared.remove(taken.sending);

    assertThat(calls.withdraw()).containsExactly(third, second);
    assertThat(calls.isEmpty()).isFalse();
    assertThat(calls.withdraw()).isEmpty();

    starts.get(0).started();
    assertThat(started).containsExactly(taken);
    assertThat(calls.isEmpty()).isTrue();
  }

  @Test
  void one_call_is_prepared_for_each_in_flight_unless_the_pace_or_the_limit_decides() {
    PreparedCalls<Integer> calls = calls(Double.POSITIVE_INFINITY);
    assertThat(calls.isOneMoreWanted(0)).isFalse();
    assertThat(calls.isOneMoreWanted(1)).isTrue();
    var unused = add(calls, 1);
    assertThat(calls.isOneMoreWanted(1)).isFalse();
    assertThat(calls.isOneMoreWanted(PARALLEL)).isTrue();
    for (int i = 0; i < PARALLEL; i++) {
      flights.began(add(calls, i));
      assertThat(calls.isOneMoreWanted(MANY)).isTrue();
    }
    flights.began(add(calls, PARALLEL));
    assertThat(calls.isOneMoreWanted(MANY)).isFalse();
    assertThat(calls(100).isOneMoreWanted(PARALLEL)).isFalse();
  }

  @Test
  void prepared_calls_return_when_the_pace_lowers_the_number_of_parallel_calls() {
    SharedRate unlimited = SharedRate.adaptive(Double.POSITIVE_INFINITY);
    Pacer pacer = new Pacer(unlimited, PARALLEL, time.ticks().nanos(), 0);
    PreparedCalls<Integer> calls = calls(pacer);
    flights.began(add(calls, 1));
    flights.began(add(calls, 2));
    answer(pacer, 100, Duration.ofMillis(1));
    assertThat(pacer.calls()).isEqualTo(PARALLEL);
    assertThat(calls.mustReturn()).isFalse();

    answer(pacer, 40, Duration.ofSeconds(1));
    assertThat(pacer.calls()).isEqualTo(1);
    assertThat(calls.mustReturn()).isTrue();
  }

  private void answer(Pacer pacer, int count, Duration duration) {
    for (int i = 0; i < count; i++) {
      long start = time.ticks().nanos();
      time.advance(duration);
      pacer.answered(start, time.ticks().nanos(), 1, 1, false);
    }
  }
}
