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
 * Standard output that reports what it could not write. A {@link PrintStream} keeps failures to
 * itself, so that a command whose disk is full would end as if all had arrived; this one throws
 * {@link OutputLostException} from the method that wrote, and from every later one.
 *
 * <p>It takes the place of {@link System#out}, so that everything that prints goes through it.
 */
public final class StandardOutput extends PrintStream {

  /** The exit code after a closed pipe: 128 and the number of SIGPIPE, as the shell has it. */
  public static final int PIPE_CLOSED = 141;

  private static final String BROKEN_PIPE = "Broken pipe";

  /** The bits of a file's mode that say what it is, as stat(2) has them. */
  private static final int FILE_TYPE = 0xf000;

  private static final int FIFO = 0x1000;
  private static final int SOCKET = 0xc000;

  private final Checked checked;

  private StandardOutput(Checked checked, Charset charset) {
    super(new BufferedOutputStream(checked), true, charset);
    this.checked = checked;
  }

  /**
   * Standard output on another stream.
   *
   * @param to where it goes
   * @param charset how text is encoded
   * @return the output, which flushes what it is given
   */
  public static StandardOutput on(OutputStream to, Charset charset) {
    return new StandardOutput(new Checked(to), charset);
  }

  /** Makes {@link System#out} report failures from now on. */
  public static void install() {
    System.setOut(on(new FileOutputStream(FileDescriptor.out), charset()));
  }

  /** As Java encodes standard output: the one property is that of Java 17, the other a later's. */
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
   * @return a stream that stays open when it is closed
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

  /** Turns the checked exception, which a PrintStream would swallow, into one that it lets pass. */
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

    /** After a gap nothing more is written: what came behind it would look whole. */
    private void check() {
      OutputLostException before = lost;
      if (before != null) {
        throw before.again();
      }
    }

    private OutputLostException lose(IOException failure) {
      OutputLostException first = new OutputLostException(failure, isPipeClosed(failure));
      lost = first;
      return first;
    }
  }

  /** Java has the system's words alone, which are in the user's language. */
  private static boolean isPipeClosed(IOException failure) {
    String words = String.valueOf(failure.getMessage());
    return words.contains(BROKEN_PIPE)
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
