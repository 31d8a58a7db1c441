package dev.reprise.servlet.internal.jakarta;

import dev.reprise.servlet.internal.response.CapturedBody;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The stream to which a servlet writes the body. Bytes after the end are dropped. */
final class CapturedOutput extends ServletOutputStream {

  private final CapturedBody body;
  private final Runnable onFlush;
  private final Printing printing;

  CapturedOutput(CapturedBody body, Runnable onFlush, Printing printing) {
    super();
    this.body = body;
    this.onFlush = onFlush;
    this.printing = printing;
  }

  /** The way in which the container prints texts to its stream. */
  @FunctionalInterface
  interface Printing {

    /** Name of the charset; null if the container uses the method of the API's own class. */
    @Nullable String charset() throws IOException;
  }

  /** All other methods that print call this one and {@link #println()}. */
  @Override
  public void print(@Nullable String text) throws IOException {
    String charset = printing.charset();
    if (charset == null) {
      super.print(text);
    } else {
      write(String.valueOf(text).getBytes(charset));
    }
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    if (!body.isClosed()) {
      body.write(bytes, from, length);
    }
  }

  /** Two bytes in every charset, as containers write it. */
  @Override
  public void println() throws IOException {
    write(new byte[] {'\r', '\n'});
  }

  @Override
  public void println(@Nullable String text) throws IOException {
    print(text);
    println();
  }

  @Override
  public void flush() throws IOException {
    onFlush.run();
    body.flush();
  }

  @Override
  public void close() throws IOException {
    body.close();
  }

  @Override
  public boolean isReady() {
    return true;
  }

  @Override
  public void setWriteListener(WriteListener listener) {
    throw new IllegalStateException("only asynchronous requests have a write listener");
  }
}
