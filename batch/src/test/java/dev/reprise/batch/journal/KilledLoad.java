package dev.reprise.batch.journal;

import dev.reprise.backoff.Backoff;
import dev.reprise.batch.Batch;
import dev.reprise.batch.BatchSender;
import dev.reprise.batch.SameKey;
import dev.reprise.batch.operation.BatchReply;
import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.SendResult;
import dev.reprise.policy.RetryPolicy;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A load over an input of numbers that is killed during the run; exit code 0 if all items are done.
 * Its arguments: port of the service, generation, journal, number of items, {@link SameKey}, {@link
 * Feed}, and the file of the acknowledged items.
 */
final class KilledLoad {

  /** How the items come to the batch. */
  enum Feed {
    /** The run takes them. */
    RUN,

    /** A thread pushes them. */
    SENDER
  }

  static final int CHUNK = 25;
  static final int PARALLELISM = 4;

  /** The number of keys, which repeat in turn. */
  static final int KEYS = 150;

  private final int port;
  private final int generation;

  private KilledLoad(int port, int generation) {
    this.port = port;
    this.generation = generation;
  }

  public static void main(String[] args) throws Exception {
    KilledLoad load = new KilledLoad(Integer.parseInt(args[0]), Integer.parseInt(args[1]));
    BatchJournal journal = BatchJournal.in(Path.of(args[2])).describing("numbers");
    RetryPolicy policy =
        RetryPolicy.builder()
            .maxAttempts(50)
            .withoutTimeLimit()
            .backoff(Backoff.fixed(Duration.ofMillis(1)))
            .build();
    Batch<Integer> batch =
        Batch.of(policy, load::send)
            .chunkSize(CHUNK)
            .parallelism(PARALLELISM)
            .keyedBy(item -> item % KEYS, SameKey.valueOf(args[4]))
            .journaledIn(journal, item -> item * 31L);
    Iterator<Integer> items = IntStream.range(0, Integer.parseInt(args[3])).iterator();
    BatchReport<Integer> report =
        Feed.valueOf(args[5]) == Feed.RUN
            ? batch.run(items)
            : push(batch.sender(), items, Path.of(args[6]));
    System.out.println(report);
    report.journalFailure().ifPresent(Throwable::printStackTrace);
    report.callbackFailure().ifPresent(Throwable::printStackTrace);
    System.exit(report.journalFailure().isPresent() ? 1 : report.allDone() ? 0 : 3);
  }

  /** Pushes the items as a consumer of messages does: each is acknowledged when it is settled. */
  private static BatchReport<Integer> push(
      BatchSender<Integer> sender, Iterator<Integer> items, Path acknowledged) throws Exception {
    try (OutputStream file =
        Files.newOutputStream(acknowledged, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      try (sender) {
        while (items.hasNext()) {
          int item = items.next();
          sender
              .send(item)
              .thenAccept(
                  result -> acknowledge(file, result == SendResult.SUPERSEDED ? ~item : item));
        }
      }
    }
    return sender.report().get();
  }

  /** One system call writes the number, so a kill leaves no part of it. */
  private static void acknowledge(OutputStream file, int numberOfItem) {
    byte[] number = ByteBuffer.allocate(Integer.BYTES).putInt(numberOfItem).array();
    synchronized (file) {
      try {
        file.write(number);
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
  }

  /** The items that were acknowledged so far, by all loads; {@code ~item} if it was superseded. */
  static List<Integer> acknowledged(Path file) throws IOException {
    List<Integer> items = new ArrayList<>();
    if (Files.exists(file)) {
      ByteBuffer numbers = ByteBuffer.wrap(Files.readAllBytes(file));
      while (numbers.hasRemaining()) {
        items.add(numbers.getInt());
      }
    }
    return items;
  }

  private BatchReply<Integer> send(List<Integer> chunk) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      DataOutputStream out =
          new DataOutputStream(new java.io.BufferedOutputStream(socket.getOutputStream()));
      out.writeInt(generation);
      out.writeInt(chunk.size());
      for (int item : chunk) {
        out.writeInt(item);
      }
      out.flush();
      return reply(chunk, new DataInputStream(socket.getInputStream()).readNBytes(chunk.size()));
    }
  }

  private static BatchReply<Integer> reply(List<Integer> chunk, byte[] answers) throws IOException {
    if (answers.length < chunk.size()) {
      throw new IOException("no answer");
    }
    List<Integer> rest = new ArrayList<>();
    for (int i = 0; i < answers.length; i++) {
      if (answers[i] == CountingService.UNPROCESSED) {
        rest.add(i);
      }
    }
    BatchReply<Integer> reply =
        rest.isEmpty() ? BatchReply.allDone() : BatchReply.unprocessedAt(rest);
    for (int i = 0; i < answers.length; i++) {
      if (answers[i] == CountingService.REFUSED) {
        reply = reply.rejectingAt(i, "refused in this generation");
      }
    }
    return reply;
  }
}
