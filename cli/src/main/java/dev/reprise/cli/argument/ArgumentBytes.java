package dev.reprise.cli.argument;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Finds arguments that Java could not decode. It replaces each byte that is not a character in the
 * encoding of the locale by U+FFFD, so that a file of a different name would be used.
 */
public final class ArgumentBytes {

  private static final String REPLACEMENT = "\uFFFD";

  /** The arguments of this process as bytes, on Linux. */
  private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");

  private ArgumentBytes() {}

  /**
   * Describes the first argument that Java could not decode.
   *
   * @param arguments the arguments as Java has decoded them
   * @return a message for the user; empty if all were decoded
   */
  public static String mistake(String... arguments) {
    String found =
        Arrays.stream(arguments).filter(each -> each.contains(REPLACEMENT)).findFirst().orElse("");
    if (found.isEmpty() || isDecodable()) {
      return "";
    }
    return "an argument is not text in "
        + encoding()
        + ", the encoding of the locale (set LC_ALL, such as to C.UTF-8): "
        + found;
  }

  private static String encoding() {
    return System.getProperty("sun.jnu.encoding", Charset.defaultCharset().name());
  }

  /** True if the arguments contain the character U+FFFD itself. False if that is unknown. */
  private static boolean isDecodable() {
    try {
      byte[] bytes = Files.readAllBytes(COMMAND_LINE);
      Charset.forName(encoding()).newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (IOException | IllegalArgumentException undecodable) {
      return false;
    }
  }
}
