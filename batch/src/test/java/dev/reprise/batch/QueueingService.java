package dev.reprise.batch;

import dev.reprise.batch.operation.BatchReply;
import dev.reprise.testing.VirtualTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.ToDoubleFunction;

/**
 * A service that never throttles, in virtual time: a number of servers behind one queue, with given
 * service times.
 */
public final class QueueingService {

  private final VirtualTime time;
  private final Random random = new Random(5);
  private int servers;
  private final Deque<Runnable> queue = new ArrayDeque<>();
  private ToDoubleFunction<Random> seconds;
  private int busy;
  private long done;
  private int underWay;
  private int most;
  private double sojourn;

  public QueueingService(VirtualTime time, int servers, ToDoubleFunction<Random> seconds) {
    this.time = time;
    this.servers = servers;
    this.seconds = seconds;
  }

  /** Returns exponentially distributed times with this mean. */
  public static ToDoubleFunction<Random> exponential(double mean) {
    return random -> -mean * Math.log(1 - random.nextDouble());
  }

  /** Returns log-normally distributed times with this median. */
  public static ToDoubleFunction<Random> logNormal(double median, double sigma) {
    return random -> median * Math.exp(sigma * random.nextGaussian());
  }

  public void becomes(ToDoubleFunction<Random> changed) {
    seconds = changed;
  }

  public void haveServers(int changed) {
    servers = changed;
    serve();
  }

  public CompletionStage<BatchReply<Integer>> send(List<Integer> chunk) {
    CompletableFuture<BatchReply<Integer>> reply = new CompletableFuture<>();
    long start = time.ticks().nanos();
    most = Math.max(most, ++underWay);
    queue.add(
        () ->
            time.schedule(
                Duration.ofNanos((long) (1e9 * seconds.applyAsDouble(random))),
                () -> {
                  busy--;
                  underWay--;
                  done++;
                  sojourn += (time.ticks().nanos() - start) / 1e9;
                  serve();
                  reply.complete(BatchReply.allDone());
                }));
    serve();
    return reply;
  }

  private void serve() {
    while (busy < servers && !queue.isEmpty()) {
      busy++;
      queue.poll().run();
    }
  }

  /** Resets the counters. */
  public void restart() {
    done = 0;
    sojourn = 0;
    most = underWay;
  }

  public long done() {
    return done;
  }

  public int mostUnderWay() {
    return most;
  }

  public double meanSeconds() {
    return sojourn / done;
  }
}
