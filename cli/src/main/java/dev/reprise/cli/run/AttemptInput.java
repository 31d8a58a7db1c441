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

/** Standard input of the attempts. */
abstract class AttemptInput {

  private static final int IN_MEMORY = 1 << 20;

  /**
   * Prepares the input of an attempt.
   *
   * @param attempt number of the attempt, from 1
   * @return the standard input of its process
   */
  abstract Redirect redirect(int attempt);

  /**
   * Starts to copy the input to the process of an attempt.
   *
   * @return the running copy; null if nothing is copied
   */
  @Nullable InputFeed feed(Process process) throws IOException {
    return null;
  }

  /** The standard input of this process, for a single attempt and for a terminal. */
  static AttemptInput inherited() {
    return new AttemptInput() {
      @Override
      Redirect redirect(int attempt) {
        return Redirect.INHERIT;
      }
    };
  }

  /** Empty input. */
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
   * The standard input of this process, from the beginning for every attempt. A file is rewound;
   * other input is stored when it is read.
   */
  static AttemptInput repeated() {
    FileInputStream in = new FileInputStream(FileDescriptor.in);
    try {
      FileChannel file = in.getChannel();
      if (File.separatorChar == '/') {
        return new FileInput(file, file.position());
      }
    } catch (IOException pipe) {
      // It cannot be rewound.
    }
    return new SpooledInput(new InputSpool(in, IN_MEMORY));
  }

  /** A file, which the command reads directly. */
  private static final class FileInput extends AttemptInput {

    private final FileChannel file;
    private final long start;

    FileInput(FileChannel file, long start) {
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

    /**
     * On a new thread, since an interrupt, such as that of an attempt timeout, closes a channel.
     */
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

  /** A pipe. Its data are stored for later attempts. */
  private static final class SpooledInput extends AttemptInput {

    private final InputSpool spool;

    SpooledInput(InputSpool spool) {
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
