package dev.reprise.idempotency;

import dev.reprise.idempotency.key.Fingerprint;
import dev.reprise.idempotency.key.IdempotencyKey;
import dev.reprise.idempotency.operation.Holder;
import dev.reprise.idempotency.outcome.OutcomeCodec;
import dev.reprise.idempotency.store.file.FileIdempotencyStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs operations on a folder that other processes use too. Each execution appends a line to a
 * file, {@code key token process}, and returns that line as its outcome.
 */
final class HolderProcess {

  static final Fingerprint REQUEST = Fingerprint.of("10 EUR");

  private final Path effects;
  final FileIdempotencyStore store;
  final IdempotencyGuard<String> guard;

  HolderProcess(Path folder, Duration lease) {
    effects = folder.resolve("effects");
    store = FileIdempotencyStore.open(folder.resolve("store"));
    guard =
        IdempotencyGuard.of(store, OutcomeCodec.string())
            .lease(lease)
            .waitAtMost(Duration.ofMinutes(1));
  }

  static IdempotencyKey key(String name) {
    return IdempotencyKey.of("ann", "pay", name);
  }

  String work(String name) throws IOException {
    return guard.call(key(name), REQUEST, holder -> effect(name, holder.token()));
  }

  String effect(String name, long token) throws IOException {
    String line = name + " " + token + " " + ProcessHandle.current().pid();
    Files.write(
        effects,
        (line + "\n").getBytes(StandardCharsets.UTF_8),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND,
        StandardOpenOption.SYNC);
    return line;
  }

  /** Returns all executions of a key, in the order of their effects. */
  List<String> executions(String name) throws IOException {
    try (Stream<String> lines = Files.lines(effects)) {
      return lines.filter(line -> line.startsWith(name + " ")).toList();
    }
  }

  /**
   * The main method of a worker process. {@code folder leaseMillis hang name} executes the
   * operation, and then waits until it is killed; {@code … work name …} processes the names and
   * prints their outcomes.
   */
  public static void main(String[] args) throws IOException {
    HolderProcess worker =
        new HolderProcess(Path.of(args[0]), Duration.ofMillis(Long.parseLong(args[1])));
    List<String> names = List.of(args).subList(3, args.length);
    System.out.println("ready");
    if (args[2].equals("hang")) {
      worker.guard.call(key(names.get(0)), REQUEST, holder -> worker.hang(names.get(0), holder));
    }
    for (String name : names) {
      System.out.println(worker.work(name));
    }
  }

  private String hang(String name, Holder<String> holder) throws IOException {
    effect(name, holder.token());
    System.out.println("holding");
    while (System.in.read() >= 0) {
      // The parent process did not request to continue.
    }
    throw new IOException("the process that started this one has ended");
  }
}
