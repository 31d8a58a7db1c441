package dev.reprise.verification.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/** The checksums of a file, each in a file next to it. */
final class Checksums {

  private static final Map<String, String> ALGORITHMS =
      new TreeMap<>(
          Map.of("md5", "MD5", "sha1", "SHA-1", "sha256", "SHA-256", "sha512", "SHA-512"));

  private Checksums() {}

  /** Writes all checksums of a file; replaces those that exist. */
  static void write(Path file) throws IOException {
    byte[] content = Files.readAllBytes(file);
    for (Map.Entry<String, String> each : ALGORITHMS.entrySet()) {
      Files.writeString(Path.of(file + "." + each.getKey()), of(content, each.getValue()));
    }
  }

  /** A checksum in hexadecimal digits. */
  static String of(byte[] content, String algorithm) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(content));
    } catch (NoSuchAlgorithmException failure) {
      throw new IllegalStateException("each JDK has " + algorithm, failure);
    }
  }
}
