package dev.reprise.dynamodb;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * The contract on dynalite, an independent server of the protocol; skipped if npm cannot install
 * it.
 */
class DynaliteTest extends BatchContract {

  private static final Path HOME = Path.of("target", "dynalite").toAbsolutePath();
  private static final String SCRIPT =
      "const server = require('dynalite')({createTableMs: 0, deleteTableMs: 0});"
          + "server.listen(0, '127.0.0.1', () => console.log(server.address().port));"
          + "process.stdin.resume().on('end', () => process.exit(0))";

  private static Process dynalite;
  private static URI endpoint;

  @BeforeAll
  static void start() throws Exception {
    Files.createDirectories(HOME);
    if (!Files.exists(HOME.resolve("node_modules/dynalite/package.json"))) {
      assumeTrue(
          succeeds(
              "npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "dynalite@4.0.0"),
          "npm could not install dynalite");
    }
    dynalite =
        new ProcessBuilder("node", "-e", SCRIPT)
            .directory(HOME.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String port = dynalite.inputReader(StandardCharsets.UTF_8).readLine();
    assumeTrue(port != null, "dynalite ended before it listened");
    endpoint = URI.create("http://127.0.0.1:" + port);
  }

  private static boolean succeeds(String... command) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(HOME.toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(2, TimeUnit.MINUTES) && process.exitValue() == 0;
    } catch (IOException notThere) {
      return false;
    }
  }

  @AfterAll
  static void stop() {
    if (dynalite != null) {
      dynalite.destroy();
    }
  }

  @Override
  URI endpoint() {
    return endpoint;
  }

  @Override
  DynamoDbBatch batch(String table) {
    return DynamoDbBatch.of(client, table).policy(ServerContract.SOON);
  }
}
