package dev.reprise.cli.run;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.channels.FileChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Standard input of the attempts: each has it from the beginning. */
abstract class AttemptInput {

  private static final int IN_MEMORY = 1 << 20;

  /**
   * Makes the input ready for an attempt.
   *
   * @param attempt its number, from 1
   * @return where its process has standard input from
   */
  abstract Redirect redirect(int attempt);

  /**
   * Gives the process of an attempt its input.
   *
   * @return what does so; null if nothing need be done
   */
  @Nullable InputFeed feed(Process process) throws IOException {
    return null;
  }

  /** Our own standard input as it is: for one attempt, and from a terminal. */
  static AttemptInput inherited() {
    return new AttemptInput() {
      @Override
      Redirect redirect(int attempt) {
        return Redirect.INHERIT;
      }
    };
  }

  /** None at all. */
  static AttemptInput none() {
    return new AttemptInput() {
      @Override
      Redirect redirect(int attempt) {
        return Redirect.PIPE;
      }

      @Override
      @Nullable InputFeed feed(Process process) throws IOException {
        process.getOutputStream().close();
        return null;
      }
    };
  }

  /**
   * Our own standard input, again and again: a file is wound back, and what cannot be is kept as it
   * is read.
   */
  static AttemptInput repeated() {
    FileInputStream in = new FileInputStream(FileDescriptor.in);
    try {
      FileChannel file = in.getChannel();
      if (File.separatorChar == '/') {
        return new Rewound(file, file.position());
      }
    } catch (IOException pipe) {
      // It cannot be wound back.
    }
    return new Kept(new InputSpool(in, IN_MEMORY));
  }

  /**
   * A file, which the command reads itself: data that it does not read remain for the next attempt.
   */
  private static final class Rewound extends AttemptInput {

    private final FileChannel file;
    private final long start;

    Rewound(FileChannel file, long start) {
      this.file = file;
      this.start = start;
    }

    @Override
    Redirect redirect(int attempt) {
      if (attempt > 1) {
        rewind();
      }
      return Redirect.INHERIT;
    }

    /** On another thread, since a channel is closed by an interrupt, as of an attempt timeout. */
    private void rewind() {
      try {
        CompletableFuture.runAsync(this::seek, task -> new Thread(task, "reprise-rewind").start())
            .join();
      } catch (CompletionException failed) {
        if (failed.getCause() instanceof InputLostException lost) {
          throw lost;
        }
        throw failed;
      }
    }

    private void seek() {
      try {
        file.position(start);
      } catch (IOException failure) {
        throw new InputLostException(failure);
      }
    }
  }

  /** A pipe: what is read is kept for the attempts to come. */
  private static final class Kept extends AttemptInput {

    private final InputSpool spool;

    Kept(InputSpool spool) {
      this.spool = spool;
    }

    @Override
    Redirect redirect(int attempt) {
      return Redirect.PIPE;
    }

    @Override
    InputFeed feed(Process process) {
      return InputFeed.start(spool, process);
    }
  }
}
