package dev.reprise.dynamodb.items;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/** How a file is compressed. */
public enum Compression {
  /** Not at all. */
  NONE,
  /** By gzip, RFC 1952. */
  GZIP,
  /** By Zstandard, RFC 8878, with the library {@code com.github.luben:zstd-jni}. */
  ZSTD;

  private static final int BUFFER = 1 << 16;

  /**
   * The compression that a file's name tells.
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
   * @param out where it goes; closed with the stream that is returned
   * @return a stream that ends the compressed form when it is closed; {@code out} itself for none
   * @throws IOException if {@code out} fails, or if zstd is asked for without its library
   */
  public OutputStream compressing(OutputStream out) throws IOException {
    return switch (this) {
      case NONE -> out;
      case GZIP -> new GZIPOutputStream(out, BUFFER);
      case ZSTD -> ZstdStreams.compressing(out);
    };
  }
}
