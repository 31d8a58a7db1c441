package dev.reprise.cli.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.reprise.cli.Program;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The distributions, unpacked in a folder with spaces and run from another one. */
@Tag("proof")
@EnabledOnOs(OS.LINUX)
class DistributionTest {

  private static final String PASSWORD = "secret";

  @TempDir private static Path place;
  private static UnpackedDistribution distribution;
  private static Map<String, String> withJava;
  @TempDir private Path folder;

  @BeforeAll
  static void build() throws Exception {
    distribution = new UnpackedDistribution(place);
    withJava = Map.of("JAVA_HOME", System.getProperty("java.home"));
  }

  @Test
  void both_archives_contain_the_same_files_in_one_folder() throws Exception {
    Set<String> inTar =
        Set.copyOf(
            UnpackedDistribution.run("tar", "-tzf", distribution.archive(".tar.gz").toString())
                .text()
                .lines()
                .toList());
    try (ZipFile zip = new ZipFile(distribution.archive(".zip").toFile())) {
      assertThat(zip.stream().map(ZipEntry::getName).collect(Collectors.toSet())).isEqualTo(inTar);
    }
    assertThat(inTar).allMatch(name -> name.startsWith("reprise-"));
    assertThat(inTar.stream().map(name -> name.replaceFirst("^[^/]*/", "")))
        .contains(
            "LICENSE",
            "NOTICE",
            "licences/README.txt",
            "licences/zstd-jni-LICENSE.txt",
            "bin/reprise",
            "bin/reprise.cmd",
            "share/man/man1/reprise-run.1",
            "share/bash-completion/completions/reprise",
            "share/zsh/vendor-completions/_reprise",
            "share/fish/vendor_completions.d/reprise.fish");
  }

  @Test
  void all_entries_have_one_time_one_owner_and_two_modes() throws Exception {
    String listed =
        UnpackedDistribution.run(
                "tar", "--full-time", "-tvzf", distribution.runtimeArchive().toString())
            .text();
    Set<String> heads = new HashSet<>();
    listed
        .lines()
        .map(line -> line.split(" +"))
        .forEach(words -> heads.add(words[0] + " " + words[1] + " " + words[3] + " " + words[4]));
    assertThat(heads.stream().map(head -> head.substring(head.indexOf(' '))).distinct()).hasSize(1);
    assertThat(heads.stream().map(head -> head.substring(0, head.indexOf(' '))))
        .isSubsetOf("drwxr-xr-x", "-rwxr-xr-x", "-rw-r--r--", "lrwxrwxrwx");
  }

  @Test
  void a_second_build_has_the_same_bytes() throws Exception {
    UnpackedDistribution.build(folder, List.of("archive"));
    for (String end : List.of(".tar.gz", ".zip")) {
      Path first = distribution.archive(end);
      assertThat(folder.resolve(first.getFileName())).hasSameBinaryContentAs(first);
    }
  }

  @Test
  void the_archive_runs_commands() throws Exception {
    runsCommands(distribution.command(), withJava);
    Program.Ended none = distribution.start(folder, Map.of(), distribution.command()).end();
    assertThat(none.messages()).startsWith("reprise: no java in PATH");
  }

  @Test
  void the_archive_with_a_runtime_runs_commands_without_any_java() throws Exception {
    runsCommands(distribution.commandWithRuntime(), Map.of());
  }

  private void runsCommands(String command, Map<String, String> environment) throws Exception {
    Program.Ended version = distribution.start(folder, environment, command, "version").end();
    assertThat(version.messages()).isEmpty();
    assertThat(version.text())
        .startsWith("reprise ")
        .contains(", Java " + Runtime.version().feature())
        .doesNotContain("unpackaged");
    Program.Ended run =
        distribution
            .start(
                folder,
                environment,
                command,
                "run",
                "backoff=fixed(1ms)",
                "--",
                "sh",
                "-c",
                "exit 3")
            .end();
    assertThat(run.code()).isEqualTo(3);
    assertThat(run.messages()).startsWith("reprise: gave up after 3 attempts");
    Program.Ended explain = distribution.start(folder, environment, command, "explain").end();
    assertThat(explain.text()).contains("attempts at most   3");
    Program.Ended simulate =
        distribution
            .start(
                folder,
                environment,
                command,
                "simulate",
                "aws-contention",
                "--clients=2",
                "--seeds=1",
                "--png=png")
            .end();
    assertThat(simulate.code()).as(simulate.messages()).isZero();
    try (var figures = Files.list(folder.resolve("png"))) {
      assertThat(figures.toList()).isNotEmpty();
    }
  }

  @Test
  void the_runtime_compresses_with_zstd_and_transfers_items() throws Exception {
    String reprise = distribution.commandWithRuntime();
    Program.Ended generate =
        distribution
            .start(folder, Map.of(), reprise, "dynamodb", "generate", "9", "--out", "items.zst")
            .end();
    assertThat(generate.code()).as(generate.messages()).isZero();
    Program.Ended demo =
        distribution
            .start(folder, Map.of(), reprise, "demo", "--items=60", "--units=1000,1000")
            .end();
    assertThat(demo.text()).as(demo.messages()).contains("60");
  }

  @Test
  void the_runtime_connects_by_tls_with_both_http_clients() throws Exception {
    Files.writeString(folder.resolve("items"), "{\"a\":1}\n");
    AtomicInteger requests = new AtomicInteger();
    HttpsServer server = server(requests);
    server.start();
    try {
      String url = "https://localhost:" + server.getAddress().getPort();
      Map<String, String> trust =
          Map.of(
              "REPRISE_JAVA_OPTS",
              "-Djavax.net.ssl.trustStore=keys -Djavax.net.ssl.trustStorePassword=" + PASSWORD);
      String reprise = distribution.commandWithRuntime();
      Program.Ended search =
          distribution
              .start(
                  folder,
                  trust,
                  reprise,
                  "opensearch",
                  "load",
                  "items",
                  "--index=i",
                  "--endpoint=" + url)
              .end();
      assertThat(search.code()).as(search.messages()).isZero();
      assertThat(requests).hasValue(1);
      distribution
          .start(
              folder,
              trust,
              reprise,
              "sqs",
              "load",
              "items",
              "--queue=" + url + "/q",
              "--endpoint=" + url,
              "--policy=maxAttempts=1")
          .end();
      assertThat(requests).hasValue(2);
    } finally {
      server.stop(0);
    }
  }

  private HttpsServer server(AtomicInteger requests) throws Exception {
    String keys = folder.resolve("keys").toString();
    UnpackedDistribution.run(
        Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
        "-genkeypair",
        "-keyalg",
        "EC",
        "-dname",
        "CN=localhost",
        "-ext",
        "SAN=dns:localhost",
        "-keystore",
        keys,
        "-storepass",
        PASSWORD,
        "-alias",
        "server");
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(folder.resolve("keys"))) {
      store.load(in, PASSWORD.toCharArray());
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(store, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    byte[] body =
        "{\"errors\":false,\"items\":[{\"index\":{\"status\":201}}]}"
            .getBytes(StandardCharsets.UTF_8);
    server.createContext(
        "/",
        exchange -> {
          requests.incrementAndGet();
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(
              exchange.getRequestURI().getPath().contains("_bulk") ? 200 : 403, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    return server;
  }

  @Test
  void the_runtime_serves_the_lab() throws Exception {
    Program lab = distribution.start(folder, Map.of(), distribution.commandWithRuntime(), "lab");
    String line = lab.readLine();
    String address = line.substring(line.indexOf("http://")).split(" ")[0];
    assertThat(
            HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString())
                .body())
        .contains("Reprise Lab");
    lab.signal("TERM");
    assertThat(lab.endWithOpenInput().code()).isEqualTo(143);
  }

  @Test
  void the_package_of_debian_runs_where_it_is_unpacked() throws Exception {
    assumeTrue(UnpackedDistribution.hasDpkg(), "dpkg-deb is not installed");
    String deb = distribution.archive(".deb").toString();
    assertThat(UnpackedDistribution.run("dpkg-deb", "-I", deb).text())
        .contains(
            " Package: reprise\n", " Depends: ", "libc6", " Maintainer: The Reprise authors\n");
    assertThat(UnpackedDistribution.run("dpkg-deb", "-c", deb).text())
        .contains(
            " ./usr/bin/reprise -> ../lib/reprise/bin/reprise\n",
            " ./usr/share/man/man1/reprise-run.1.gz\n",
            " ./usr/share/bash-completion/completions/reprise\n",
            " ./usr/share/zsh/vendor-completions/_reprise\n",
            " ./usr/share/fish/vendor_completions.d/reprise.fish\n",
            " ./usr/share/doc/reprise/copyright\n")
        .contains(" root/root ");
    Path root = distribution.unpacked().resolve("the package");
    UnpackedDistribution.run("dpkg-deb", "-x", deb, root.toString());
    Program.Ended version =
        distribution.start(folder, Map.of(), root + "/usr/bin/reprise", "version").end();
    assertThat(version.text()).as(version.messages()).startsWith("reprise ");
  }
}
