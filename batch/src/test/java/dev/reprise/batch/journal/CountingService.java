package dev.reprise.batch.journal;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A service that outlives its clients: it counts accepted items, accepts part of each chunk, and
 * kills its client after a number of items.
 */
final class CountingService implements Closeable {

  static final byte TAKEN = 0;
  static final byte UNPROCESSED = 1;
  static final byte REFUSED = 2;

  private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Random random;
  private final int[] taken;
  private final Map<Integer, Integer> values = new HashMap<>();
  private int generation;
  private long beforeKill;
  private boolean refuses;
  private @Nullable Process victim;

  CountingService(int items, Random random) throws IOException {
    this.random = random;
    taken = new int[items];
    threads.execute(this::accept);
  }

  int port() {
    return socket.getLocalPort();
  }

  /**
   * Sets the generation of clients to which the service responds. It drops requests of earlier
   * generations.
   */
  synchronized void expect(int nextGeneration, boolean refusesSome) {
    generation = nextGeneration;
    refuses = refusesSome;
    beforeKill = Long.MAX_VALUE;
    victim = null;
  }

  synchronized void killAfter(long items, Process process) {
    beforeKill = items;
    victim = process;
    if (items <= 0) {
      kill();
    }
  }

  private void kill() {
    if (victim != null) {
      victim.destroyForcibly();
    }
    generation = -1;
  }

  synchronized int[] taken() {
    return taken.clone();
  }

  synchronized Map<Integer, Integer> values() {
    return Map.copyOf(values);
  }

  private void accept() {
    try {
      while (true) {
        Socket call = socket.accept();
        threads.execute(() -> answer(call));
      }
    } catch (IOException | RejectedExecutionException closed) {
      return;
    }
  }

  private void answer(Socket call) {
    try (call) {
      DataInputStream in =
          new DataInputStream(new java.io.BufferedInputStream(call.getInputStream()));
      int caller = in.readInt();
      byte[] answers = new byte[in.readInt()];
      for (int i = 0; i < answers.length; i++) {
        answers[i] = take(caller, in.readInt());
      }
      call.getOutputStream().write(answers);
    } catch (IOException callerIsDead) {
      return;
    }
  }

  private synchronized byte take(int caller, int item) throws IOException {
    if (caller != generation) {
      throw new IOException("not expected");
    }
    if (refuses && item % 37 == 5) {
      return REFUSED;
    }
    if (random.nextInt(5) == 0) {
      return UNPROCESSED;
    }
    taken[item]++;
    values.put(item % KilledLoad.KEYS, item);
    beforeKill--;
    if (beforeKill == 0) {
      kill();
    }
    return TAKEN;
  }

  @Override
  public void close() throws IOException {
    socket.close();
    threads.shutdownNow();
  }
}
