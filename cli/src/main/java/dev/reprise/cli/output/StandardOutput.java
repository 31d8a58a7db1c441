package dev.reprise.cli.output;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Standard output that reports failures. A {@link PrintStream} hides them, so that a command would
 * succeed even if the disk is full. This one throws {@link OutputLostException} from the method
 * that failed and from every later one.
 *
 * <p>Replaces {@link System#out}, so that all output goes through it.
 */
public final class StandardOutput extends PrintStream {

  /** Exit code after a closed pipe: 128 plus the number of SIGPIPE, as in shells. */
  public static final int PIPE_CLOSED = 141;

  private static final String BROKEN_PIPE = "Broken pipe";

  /** Mask for the type of a file in its mode, see stat(2). */
  private static final int FILE_TYPE = 0xf000;

  private static final int FIFO = 0x1000;
  private static final int SOCKET = 0xc000;

  private final Checked checked;

  private StandardOutput(Checked checked, Charset charset) {
    super(new BufferedOutputStream(checked), true, charset);
    this.checked = checked;
  }

  /**
   * Creates an output on a different stream.
   *
   * @param to receives the bytes
   * @param charset encoding of text
   * @return the output, which flushes at each end of line
   */
  public static StandardOutput on(OutputStream to, Charset charset) {
    return new StandardOutput(new Checked(to), charset);
  }

  /** Replaces {@link System#out} by one that reports failures. */
  public static void install() {
    System.setOut(on(new FileOutputStream(FileDescriptor.out), charset()));
  }

  /** The encoding of standard output. JDK 17 and later JDKs have different properties for it. */
  private static Charset charset() {
    String name = System.getProperty("stdout.encoding");
    if (name == null) {
      name = System.getProperty("sun.stdout.encoding");
    }
    return name == null || !Charset.isSupported(name)
        ? Charset.defaultCharset()
        : Charset.forName(name);
  }

  /**
   * The failure of writing to {@link System#out}.
   *
   * @return the failure; null if nothing failed
   */
  public static @Nullable OutputLostException failure() {
    return System.out instanceof StandardOutput out ? out.checked.lost : null;
  }

  /**
   * Standard output for bytes.
   *
   * @return a stream whose {@code close} only flushes it
   */
  public static OutputStream bytes() {
    return new OutputStream() {
      @Override
      public void write(int one) {
        System.out.write(one);
      }

      @Override
      public void write(byte[] bytes, int from, int length) {
        System.out.write(bytes, from, length);
      }

      @Override
      public void flush() {
        System.out.flush();
      }

      @Override
      public void close() {
        flush();
      }
    };
  }

  /** Throws an unchecked exception, since a PrintStream catches an IOException. */
  private static final class Checked extends OutputStream {

    private final OutputStream out;
    private volatile @Nullable OutputLostException lost;

    Checked(OutputStream out) {
      this.out = out;
    }

    @Override
    public void write(int one) {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
      check();
      try {
        out.write(bytes, from, length);
      } catch (IOException failure) {
        throw lose(failure);
      }
    }

    @Override
    public void flush() {
      check();
      try {
        out.flush();
      } catch (IOException failure) {
        throw lose(failure);
      }
    }

    /** Writes nothing after a failure: the reader could not see the gap. */
    private void check() {
      OutputLostException before = lost;
      if (before != null) {
        throw before.copy();
      }
    }

    private OutputLostException lose(IOException failure) {
      OutputLostException first = new OutputLostException(failure, isPipeClosed(failure));
      lost = first;
      return first;
    }
  }

  /** Java reports only the message of the system, which is in the language of the user. */
  private static boolean isPipeClosed(IOException failure) {
    String message = String.valueOf(failure.getMessage());
    return message.contains(BROKEN_PIPE)
        || (!System.getProperty("user.language", "en").equals("en") && isPipe());
  }

  private static boolean isPipe() {
    try {
      int mode = (int) Files.getAttribute(Path.of("/dev/fd/1"), "unix:mode") & FILE_TYPE;
      return mode == FIFO || mode == SOCKET;
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException unknown) {
      return false;
    }
  }
}
