package dev.reprise.testing.call;

import dev.reprise.testing.ScriptedOperation;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** One outcome of a random script. */
record RandomOutcome(Kind kind, Duration length) {

  enum Kind {
    GOOD,
    BAD,
    NULL,
    FAILURE,
    OTHER,
    WRAPPED,
    NO_STAGE_STARTED,
    SHARED,
    BUG,
    ERROR,
    WRAPPED_ERROR,
    INTERRUPTED,
    CANCELLED,
    HANGS
  }

  private static final QuietFailure SHARED_FAILURE = new QuietFailure("shared");

  static RandomOutcome draw(SplittableRandom random, boolean mayHang) {
    Kind kind = Kind.FAILURE;
    if (random.nextInt(3) > 0) {
      Kind[] kinds = Kind.values();
      kind = kinds[random.nextInt(mayHang ? kinds.length : kinds.length - 1)];
    }
    boolean takesTime = random.nextInt(3) == 0;
    return new RandomOutcome(
        kind, takesTime ? Duration.ofNanos(random.nextLong(80_000_000)) : Duration.ZERO);
  }

  void addTo(ScriptedOperation<Object> operation) {
    if (kind == Kind.HANGS) {
      operation.hangs();
    } else if (kind == Kind.NO_STAGE_STARTED) {
      operation.throwsInsteadOfStage(new QuietFailure("not started"));
    } else {
      operation.takes(length).runs(this::answer);
    }
  }

  private Object answer() throws Exception {
    return switch (kind) {
      case GOOD -> "good";
      case BAD -> "bad";
      case NULL -> null;
      case OTHER -> throw new QuietFailure.Other("other");
      case WRAPPED -> throw new CompletionException(new ExecutionException(new QuietFailure("in")));
      case SHARED -> throw SHARED_FAILURE;
      case BUG -> throw new NullPointerException("a bug");
      case ERROR -> throw new StackOverflowError("deep");
      case WRAPPED_ERROR -> throw new CompletionException(new StackOverflowError("deep"));
      case INTERRUPTED -> throw new InterruptedException("asked to stop");
      case CANCELLED -> throw new CancellationException("by the user");
      default -> throw new QuietFailure("reset");
    };
  }
}
