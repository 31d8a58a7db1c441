package dev.reprise.verification.release;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Signatures by GnuPG, which asks its agent for the passphrase. */
final class Signatures {

  private Signatures() {}

  /** Writes the signature next to the file, with the ending {@code .asc}. */
  static void sign(Path file, String key) throws IOException, InterruptedException {
    String signature = file + ".asc";
    gpg("--yes", "--local-user", key, "--armor", "--detach-sign", "--output", signature, "" + file);
    gpg("--verify", signature, "" + file);
  }

  private static void gpg(String... arguments) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder("gpg", "--batch", "--quiet");
    builder.command().addAll(List.of(arguments));
    Process gpg = builder.redirectErrorStream(true).start();
    gpg.getOutputStream().close();
    String output = new String(gpg.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (gpg.waitFor() != 0) {
      throw new IOException(String.join(" ", builder.command()) + " failed:\n" + output);
    }
  }
}
