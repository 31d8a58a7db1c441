package dev.reprise.dynamodb.internal.file;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Streams of the optional library zstd-jni. */
public final class ZstdStreams {

  private ZstdStreams() {}

  static InputStream decompressing(InputStream in) throws IOException {
    try {
      return Library.decompressing(in);
    } catch (LinkageError missing) {
      throw missing(missing);
    }
  }

  public static OutputStream compressing(OutputStream out) throws IOException {
    try {
      return Library.compressing(out);
    } catch (LinkageError missing) {
      throw missing(missing);
    }
  }

  private static IOException missing(LinkageError cause) {
    return new IOException(
        "zstd needs the library com.github.luben:zstd-jni, which is missing", cause);
  }

  /** A separate class, because loading it needs the library. */
  private static final class Library {

    static InputStream decompressing(InputStream in) throws IOException {
      return new ZstdInputStreamNoFinalizer(new ZstdFrameInputStream(in));
    }

    static OutputStream compressing(OutputStream out) throws IOException {
      return new ZstdOutputStreamNoFinalizer(out).setChecksum(true);
    }
  }
}
