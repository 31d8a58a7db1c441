package dev.reprise.batch;

import dev.reprise.testing.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A table that does, at random, every wrong that a service may do to a batch. */
final class FaultyTable {

  private final Random random;
  private final VirtualTime time;
  private final double faults;
  private final Map<Integer, Write> values = new HashMap<>();
  private final Set<Integer> underWay = new HashSet<>();
  private final List<Write> landed = new ArrayList<>();
  private final List<String> stale = new ArrayList<>();
  private final List<Integer> doubled = new ArrayList<>();

  FaultyTable(Random random, VirtualTime time, double faults) {
    this.random = random;
    this.time = time;
    this.faults = faults;
  }

  /** Answers after a while, which moves the virtual time. */
  BatchReply<Write> sendBlocking(List<Write> chunk) throws Exception {
    begin(chunk);
    try {
      time.pass(latency());
      return answer(chunk);
    } finally {
      end(chunk);
    }
  }

  /** Answers at once, or by a timer, unless the stage was cancelled before. */
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
    } catch (Exception failure) {
      stage.completeExceptionally(failure);
    }
  }

  private void begin(List<Write> chunk) {
    for (Write write : chunk) {
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

  private @Nullable BatchReply<Write> answer(List<Write> chunk) throws IOException {
    if (random.nextDouble() >= faults) {
      chunk.forEach(this::land);
      return BatchReply.allDone();
    }
    return switch (random.nextInt(12)) {
      case 0 -> throw new IOException("refused");
      case 1 -> {
        chunk.forEach(this::land);
        throw new IOException("reset after the effect");
      }
      case 2 -> throw new IllegalArgumentException("bad request");
      case 3 -> BatchReply.unprocessed(List.of(new Write(-1, -1)));
      case 4 -> BatchReply.unprocessed(List.of(chunk.get(0), chunk.get(0)));
      case 5 -> BatchReply.unprocessedAt(List.of(chunk.size()));
      case 6 -> null;
      case 7 -> BatchReply.<Write>nothingDone().withHint(latency());
      default -> partly(chunk);
    };
  }

  private BatchReply<Write> partly(List<Write> chunk) {
    List<Write> rest = new ArrayList<>();
    BatchReply<Write> refusing = BatchReply.allDone();
    for (int i = 0; i < chunk.size(); i++) {
      switch (random.nextInt(5)) {
        case 0, 1 -> rest.add(chunk.get(i));
        case 2 -> refusing = refusing.rejectingAt(i, "refused for good");
        default -> land(chunk.get(i));
      }
    }
    BatchReply<Write> reply = refusing;
    return rest.isEmpty() ? reply : rejectingToo(BatchReply.unprocessed(rest), reply);
  }

  private static BatchReply<Write> rejectingToo(
      BatchReply<Write> rest, BatchReply<Write> refusing) {
    BatchReply<Write> both = rest;
    for (BatchReply.Named<Write> named : refusing.named()) {
      both = both.rejectingAt(named.position(), "refused for good");
    }
    return both;
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

  List<Write> landed() {
    return landed;
  }

  List<String> stale() {
    return stale;
  }

  List<Integer> doubled() {
    return doubled;
  }
}
