package dev.reprise.dynamodb.scan;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Threads of a run, which call a blocking client. */
record ScanThreads(Executor executor, @Nullable ExecutorService own) implements AutoCloseable {

  private static final AtomicInteger NUMBER = new AtomicInteger();

  static ScanThreads of(ScanSettings settings, boolean blocks) {
    Executor given = settings.executor;
    if (given != null || !blocks) {
      return new ScanThreads(given == null ? Runnable::run : given, null);
    }
    ExecutorService own =
        Executors.newFixedThreadPool(
            Math.min(settings.parallelism, settings.segments), ScanThreads::thread);
    return new ScanThreads(own, own);
  }

  static void start(Runnable run) {
    thread(run).start();
  }

  private static Thread thread(Runnable run) {
    Thread thread = new Thread(run, "reprise-scan-" + NUMBER.incrementAndGet());
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    if (own != null) {
      own.shutdownNow();
    }
  }
}
