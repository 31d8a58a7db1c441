package dev.reprise.batch.internal.run;

import dev.reprise.batch.internal.pace.Pacer;
import dev.reprise.batch.internal.queue.Chunk;
import dev.reprise.batch.internal.send.CallTimeout;
import dev.reprise.batch.internal.send.PreparedStart;
import dev.reprise.batch.internal.send.RunningCall;
import dev.reprise.batch.internal.send.Sender;
import dev.reprise.time.TickSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The calls that are prepared for threads whose own calls succeed. Such a thread makes the next
 * call at once; otherwise both the coordinator and the thread would be woken between two calls. The
 * entries of a prepared call are nowhere else.
 */
final class PreparedCalls<I> {

  /** The maximum number of prepared calls; with four, loads were a few percent slower. */
  private static final int MOST = 8;

  private final Sender<I> sender;
  private final CallPlaces places;
  private final Pacer pacer;
  private final AttemptTimes attempts;
  private final TimeLimit limit;
  private final TickSource ticks;
  private final Deque<Chunk<I>> chunks = new ArrayDeque<>();

  PreparedCalls(
      Sender<I> sender,
      CallPlaces places,
      Pacer pacer,
      AttemptTimes attempts,
      TimeLimit limit,
      TickSource ticks) {
    this.sender = sender;
    this.places = places;
    this.pacer = pacer;
    this.attempts = attempts;
    this.limit = limit;
    this.ticks = ticks;
  }

  /**
   * Returns whether one more is wanted: at most one for each call in flight.
   *
   * @param inFlight the number of calls in flight
   */
  boolean isOneMoreWanted(int inFlight) {
    return sender.prepares() && chunks.size() < Math.min(MOST, inFlight) && !mustReturn();
  }

  /**
   * Returns whether none may be prepared: the pace limits the rate at which calls start, or a call
   * that ends has no place to pass on.
   */
  boolean mustReturn() {
    return places.areExceeded() || pacer.unitsPerSecond(ticks.nanos()) < Double.POSITIVE_INFINITY;
  }

  /**
   * Prepares a call.
   *
   * @param onStart run by the coordinator after a thread has started the call
   */
  void add(Chunk<I> chunk, Consumer<Chunk<I>> onStart, RunningCall.Answer<I> answer) {
    int attempt = chunk.nextAttempt();
    PreparedStart start =
        new PreparedStart() {
          private long takenNanos;

          @Override
          public boolean isInTime() {
            return limit.leftNanos(ticks.nanos()) > 0;
          }

          @Override
          public void taken() {
            takenNanos = ticks.nanos(); // the mailbox passes it to the coordinator
          }

          @Override
          public CallTimeout timeout() {
            return attempts.timeout(attempt, ticks.nanos());
          }

          @Override
          public void started() {
            chunks.remove(chunk);
            chunk.startNanos = takenNanos;
            onStart.accept(chunk);
          }
        };
    chunks.addLast(chunk);
    chunk.sending = sender.prepare(Chunk.items(chunk.entries), start, answer);
  }

  /**
   * Withdraws the calls that no thread has taken, and returns them, the last one first. The
   * messages that the others have started are still to come.
   */
  List<Chunk<I>> withdraw() {
    if (chunks.isEmpty()) {
      return List.of();
    }
    List<Chunk<I>> withdrawn = new ArrayList<>(chunks.size());
    chunks
        .descendingIterator()
        .forEachRemaining(
            chunk -> {
              if (sender.withdraw(Objects.requireNonNull(chunk.sending))) {
                withdrawn.add(chunk);
              }
            });
    chunks.removeAll(withdrawn);
    return withdrawn;
  }

  boolean isEmpty() {
    return chunks.isEmpty();
  }
}
