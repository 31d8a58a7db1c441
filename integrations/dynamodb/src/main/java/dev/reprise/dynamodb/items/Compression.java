package dev.reprise.dynamodb.items;

import dev.reprise.dynamodb.internal.file.ZstdStreams;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/** Compression of a file. */
public enum Compression {
  /** No compression. */
  NONE,
  /** By gzip, RFC 1952. */
  GZIP,
  /** By Zstandard, RFC 8878, with the library {@code com.github.luben:zstd-jni}. */
  ZSTD;

  private static final int BUFFER = 1 << 16;

  /**
   * Returns the compression that the name of a file stands for.
   *
   * @param file the file
   * @return gzip for names that end in {@code .gz}, zstd for {@code .zst} and {@code .zstd}, in
   *     small or capital letters; else none
   */
  public static Compression of(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    if (name.endsWith(".gz")) {
      return GZIP;
    }
    return name.endsWith(".zst") || name.endsWith(".zstd") ? ZSTD : NONE;
  }

  /**
   * Compresses what is written to a stream.
   *
   * @param out the target; closed with the returned stream
   * @return a stream that completes the compressed data when it is closed; {@code out} itself for
   *     {@link #NONE}
   * @throws IOException if {@code out} fails, or if this is {@link #ZSTD} and its library is
   *     missing
   */
  public OutputStream compressing(OutputStream out) throws IOException {
    return switch (this) {
      case NONE -> out;
      case GZIP -> new GZIPOutputStream(out, BUFFER);
      case ZSTD -> ZstdStreams.compressing(out);
    };
  }
}
