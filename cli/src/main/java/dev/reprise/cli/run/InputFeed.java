package dev.reprise.cli.run;

import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Gives one attempt its standard input, from the beginning, on a thread of its own. */
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
   * The attempt is over and wants no more.
   *
   * @throws InputLostException if it did not get all the input there was
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
    } catch (IOException | InterruptedException enough) {
      // The command has ended, or wants no more input.
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
