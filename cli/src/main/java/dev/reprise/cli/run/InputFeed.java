package dev.reprise.cli.run;

import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Copies standard input, from its beginning, to the process of one attempt, on a new thread. */
final class InputFeed implements Runnable {

  private static final int BUFFER = 8192;

  private final InputSpool spool;
  private final Process process;
  private final Thread thread;
  private volatile @Nullable IOException failure;

  private InputFeed(InputSpool spool, Process process) {
    this.spool = spool;
    this.process = process;
    thread = new Thread(this, "reprise-input");
    thread.setDaemon(true);
  }

  static InputFeed start(InputSpool spool, Process process) {
    InputFeed feed = new InputFeed(spool, process);
    feed.thread.start();
    return feed;
  }

  /**
   * Ends the copying after the attempt.
   *
   * @throws InputLostException if the input could not be read
   */
  void finish() {
    thread.interrupt();
    IOException lost = failure;
    if (lost != null) {
      throw new InputLostException(lost);
    }
  }

  @Override
  public void run() {
    byte[] buffer = new byte[BUFFER];
    try (OutputStream to = process.getOutputStream()) {
      long position = 0;
      for (int count = next(position, buffer); count >= 0; count = next(position, buffer)) {
        to.write(buffer, 0, count);
        to.flush();
        position += count;
      }
    } catch (IOException | InterruptedException ended) {
      // The command has ended or has closed its input.
    }
  }

  private int next(long position, byte[] buffer) throws IOException, InterruptedException {
    try {
      return spool.read(position, buffer);
    } catch (IOException lost) {
      failure = lost;
      process.destroy();
      throw lost;
    }
  }
}
