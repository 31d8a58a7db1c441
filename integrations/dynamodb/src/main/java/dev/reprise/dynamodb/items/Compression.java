package dev.reprise.dynamodb.items;

import dev.reprise.dynamodb.internal.file.ZstdStreams;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/** Compression format of a file. */
public enum Compression {
  /** No compression. */
  NONE,
  /** By gzip, RFC 1952. */
  GZIP,
  /** By Zstandard, RFC 8878, with the library {@code com.github.luben:zstd-jni}. */
  ZSTD;

  private static final int BUFFER = 1 << 16;

  /**
   * Returns the compression that the extension of a file name indicates.
   *
   * @param file the file
   * @return {@link #GZIP} for {@code .gz}, {@link #ZSTD} for {@code .zst} and {@code .zstd},
   *     ignoring case; else {@link #NONE}
   */
  public static Compression of(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    if (name.endsWith(".gz")) {
      return GZIP;
    }
    return name.endsWith(".zst") || name.endsWith(".zstd") ? ZSTD : NONE;
  }

  /**
   * Returns a stream that compresses its data into another stream.
   *
   * @param out the target of the compressed data; closed with the returned stream
   * @return the compressing stream, which ends the compressed data when it is closed; {@code out}
   *     itself for {@link #NONE}
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
