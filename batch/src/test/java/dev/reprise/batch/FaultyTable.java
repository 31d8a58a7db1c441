package dev.reprise.batch;

import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.operation.ItemFailure;
import dev.reprise.classify.Effect;
import dev.reprise.classify.FailureKind;
import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A table with random faults of all kinds that a service may have. It records accepted items, and
 * whether their reply was lost.
 */
final class FaultyTable {

  private final Random random;
  private final VirtualTime time;
  private final double faults;
  private final int poison;
  private final boolean saysPoisonByThrowing;
  private final int hopeless;
  private final Map<Integer, Write> values = new HashMap<>();
  private final Set<Integer> underWay = new HashSet<>();
  private final List<Write> landed = new ArrayList<>();
  private final Set<Write> untold = new HashSet<>();
  private final Map<Write, Integer> sends = new HashMap<>();
  private final List<String> stale = new ArrayList<>();
  private final List<Integer> doubled = new ArrayList<>();

  FaultyTable(Random random, VirtualTime time, double faults) {
    this.random = random;
    this.time = time;
    this.faults = faults;
    poison = random.nextInt(3) == 0 ? 2 + random.nextInt(20) : Integer.MAX_VALUE;
    saysPoisonByThrowing = random.nextBoolean();
    hopeless = random.nextInt(4) == 0 ? 2 + random.nextInt(10) : Integer.MAX_VALUE;
  }

  /** Returns after a delay, which advances the virtual time. */
  BatchReply<Write> sendBlocking(List<Write> chunk) throws Exception {
    begin(chunk);
    try {
      time.pass(latency());
      return answer(chunk);
    } finally {
      end(chunk);
    }
  }

  /** Completes at once, or by a timer unless the stage was cancelled before. */
  @Nullable CompletionStage<BatchReply<Write>> sendAsync(List<Write> chunk) throws Exception {
    begin(chunk);
    int kind = random.nextInt(20);
    if (kind < 5) {
      try {
        return kind == 0 ? null : CompletableFuture.completedFuture(answer(chunk));
      } finally {
        end(chunk);
      }
    }
    CompletableFuture<BatchReply<Write>> stage = new CompletableFuture<>();
    stage.whenComplete((reply, failure) -> end(chunk));
    time.schedule(latency(), () -> complete(stage, chunk));
    return stage;
  }

  private void complete(CompletableFuture<BatchReply<Write>> stage, List<Write> chunk) {
    if (stage.isDone()) {
      return;
    }
    try {
      stage.complete(answer(chunk));
    } catch (Throwable failure) {
      stage.completeExceptionally(failure);
    }
  }

  private void begin(List<Write> chunk) {
    for (Write write : chunk) {
      sends.merge(write, 1, Integer::sum);
      if (!underWay.add(write.key())) {
        doubled.add(write.key());
      }
    }
  }

  private void end(List<Write> chunk) {
    chunk.forEach(write -> underWay.remove(write.key()));
  }

  private Duration latency() {
    return Duration.ofMillis(random.nextInt(2_000));
  }

  boolean isPoison(Write write) {
    return write.version() % poison == poison - 1;
  }

  /** Returns whether the table leaves an item unprocessed, unless it has a fault. */
  private boolean isHopeless(Write write) {
    return write.version() % hopeless == hopeless - 2;
  }

  private @Nullable BatchReply<Write> answer(List<Write> chunk) throws Exception {
    if (chunk.stream().anyMatch(this::isPoison)) {
      if (saysPoisonByThrowing) {
        throw new PoisonedTable.InvalidChunkException(PoisonedTable.WORDS);
      }
      return BatchReply.invalid(PoisonedTable.WORDS);
    }
    if (random.nextDouble() >= faults) {
      List<Write> left = chunk.stream().filter(this::isHopeless).toList();
      chunk.stream().filter(write -> !isHopeless(write)).forEach(this::land);
      return BatchReply.unprocessed(left);
    }
    return random.nextBoolean() ? partly(chunk) : wrong(chunk);
  }

  private @Nullable BatchReply<Write> wrong(List<Write> chunk) throws Exception {
    return switch (random.nextInt(15)) {
      case 0 -> throw new IOException("refused");
      case 1 -> {
        landUntold(chunk);
        throw new IOException("reset after the effect");
      }
      case 2 -> throw new IllegalArgumentException("bad request");
      case 3 -> BatchReply.unprocessed(List.of(new Write(-1, -1)));
      case 4 -> BatchReply.unprocessed(List.of(chunk.get(0), chunk.get(0)));
      case 5 -> {
        landUntold(chunk);
        yield BatchReply.unprocessedAt(List.of(chunk.size()));
      }
      case 6 -> {
        landUntold(chunk);
        yield null;
      }
      case 7 -> BatchReply.<Write>nothingDone().withHint(latency());
      case 8 -> BatchReply.<Write>nothingDone().withHint(Duration.ofDays(400));
      case 9 -> BatchReply.invalid("refused, though nothing in it is bad");
      case 10 -> throw new SocketTimeoutException("no answer");
      case 11 -> throw new CancellationException("the client's own");
      case 12 -> throw new AssertionError("a bug of the operation");
      case 13 -> throw new PoisonedTable.InvalidChunkException("a whim");
      default -> {
        landUntold(chunk.subList(0, chunk.size() / 2));
        throw new InterruptedException("somebody else's");
      }
    };
  }

  /** Returns a reply in which each item has its own result. */
  private BatchReply<Write> partly(List<Write> chunk) {
    BatchReply<Write> reply = BatchReply.allDone();
    for (int i = 0; i < chunk.size(); i++) {
      Write write = chunk.get(i);
      switch (random.nextInt(8)) {
        case 0 -> reply = reply.leavingAt(i, ItemFailure.of(FailureKind.THROTTLED, busy(write)));
        case 1 -> reply = reply.leaving(write, ItemFailure.of(FailureKind.TRANSIENT, busy(write)));
        case 2 -> {
          landUntold(List.of(write));
          reply = reply.leavingBetween(i, i + 1, lost(write));
        }
        case 3 -> reply = reply.rejectingAt(i, "refused for good: " + write);
        case 4 -> reply = created(reply, i, write);
        default -> land(write);
      }
    }
    return reply;
  }

  private BatchReply<Write> created(BatchReply<Write> reply, int position, Write write) {
    if (landed.contains(write)) {
      return reply.conflictingAt(position, "exists: " + write);
    }
    land(write);
    return reply;
  }

  /** Returns the kinds of failure for a message about an item; empty for other messages. */
  static Set<FailureKind> kindsOf(String message) {
    return switch (message.replaceFirst(": \\d+@\\d+$", "")) {
      case "busy" -> Set.of(FailureKind.THROTTLED, FailureKind.TRANSIENT);
      case "lost" -> Set.of(FailureKind.TIMEOUT);
      case "refused for good", "exists" -> Set.of(FailureKind.OTHER);
      default -> Set.of();
    };
  }

  private static String busy(Write write) {
    return "busy: " + write;
  }

  private static ItemFailure lost(Write write) {
    return ItemFailure.of(FailureKind.TIMEOUT, "lost: " + write).withEffect(Effect.UNKNOWN);
  }

  private void landUntold(List<Write> chunk) {
    chunk.forEach(this::land);
    untold.addAll(chunk);
  }

  private void land(Write write) {
    Write before = values.put(write.key(), write);
    if (before != null && before.version() > write.version()) {
      stale.add(write + " after " + before);
    }
    landed.add(write);
  }

  @Nullable Write value(int key) {
    return values.get(key);
  }

  /** Returns every value; tests may change it. */
  Map<Integer, Write> values() {
    return values;
  }

  List<Write> landed() {
    return landed;
  }

  /** Returns whether the table accepted an item in a call whose reply was lost. */
  boolean tookUntold(Write write) {
    return untold.contains(write);
  }

  int sends(Write write) {
    return sends.getOrDefault(write, 0);
  }

  List<String> stale() {
    return stale;
  }

  List<Integer> doubled() {
    return doubled;
  }
}
