package dev.reprise.aws.batch.kinesis;

import static dev.reprise.aws.batch.kinesis.Streams.put;
import static dev.reprise.aws.batch.kinesis.Streams.puts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.batch.report.BatchReport;
import dev.reprise.batch.report.DeadLetter;
import dev.reprise.decision.StopReason;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.Protocol;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.kinesis.KinesisAsyncClient;
import software.amazon.awssdk.services.kinesis.KinesisBaseClientBuilder;
import software.amazon.awssdk.services.kinesis.KinesisClient;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequestEntry;
import software.amazon.awssdk.services.kinesis.model.Record;
import software.amazon.awssdk.services.kinesis.model.Shard;
import software.amazon.awssdk.services.kinesis.model.ShardIteratorType;
import software.amazon.awssdk.services.kinesis.model.StreamStatus;

/** Puts on kinesalite, an independent server; skipped if npm cannot install it. */
class KinesaliteTest {

  private static final Path HOME = Path.of("target", "kinesalite").toAbsolutePath();
  private static final String SCRIPT =
      "const server = require('kinesalite')({createStreamMs: 0, deleteStreamMs: 0});"
          + "server.listen(0, '127.0.0.1', () => console.log(server.address().port));"
          + "process.stdin.resume().on('end', () => process.exit(0))";

  /** The clients speak JSON, since the server damages data in CBOR. */
  private static final String CBOR = "aws.cborEnabled";

  private static Process kinesalite;
  private static URI endpoint;
  private static KinesisClient blocking;
  private static KinesisAsyncClient async;

  @BeforeAll
  static void start() throws Exception {
    Files.createDirectories(HOME);
    if (!Files.exists(HOME.resolve("node_modules/kinesalite/package.json"))) {
      assumeTrue(
          succeeds(
              "npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "kinesalite@3.3.3"),
          "npm could not install kinesalite");
    }
    kinesalite =
        new ProcessBuilder("node", "-e", SCRIPT)
            .directory(HOME.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String port = kinesalite.inputReader(StandardCharsets.UTF_8).readLine();
    assumeTrue(port != null, "kinesalite ended before it listened");
    endpoint = URI.create("http://127.0.0.1:" + port);
    System.setProperty(CBOR, "false");
    blocking =
        at(endpoint, KinesisClient.builder())
            .httpClientBuilder(UrlConnectionHttpClient.builder())
            .build();
    async =
        at(endpoint, KinesisAsyncClient.builder())
            .httpClientBuilder(NettyNioAsyncHttpClient.builder().protocol(Protocol.HTTP1_1))
            .build();
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

  private static <B extends KinesisBaseClientBuilder<B, C>, C> B at(URI endpoint, B builder) {
    return builder
        .endpointOverride(endpoint)
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("nobody", "nothing")));
  }

  @AfterAll
  static void stop() {
    System.clearProperty(CBOR);
    if (async != null) {
      async.close();
    }
    if (blocking != null) {
      blocking.close();
    }
    if (kinesalite != null) {
      kinesalite.destroy();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void every_record_arrives_once_and_a_refused_one_is_a_dead_letter(boolean isAsync) {
    String stream = create("stream-" + isAsync);
    List<PutRecordsRequestEntry> input = new ArrayList<>(puts(1_200));
    input.add(700, put("k".repeat(257), "refused"));
    KinesisBatches batches =
        isAsync ? KinesisBatches.of(async, stream) : KinesisBatches.of(blocking, stream);

    BatchReport<PutRecordsRequestEntry> report = batches.policy(Streams.SOON).puts().run(input);

    assertThat(report.deadLetters()).extracting(DeadLetter::position).containsExactly(700L);
    assertThat(report.deadLetters().get(0).message()).startsWith("ValidationException");
    assertThat(texts(stream))
        .containsExactlyInAnyOrderElementsOf(
            puts(1_200).stream().map(put -> put.data().asUtf8String()).toList());
  }

  private static String create(String stream) {
    blocking.createStream(s -> s.streamName(stream).shardCount(2));
    while (blocking.describeStream(s -> s.streamName(stream)).streamDescription().streamStatus()
        != StreamStatus.ACTIVE) {
      Thread.onSpinWait();
    }
    return stream;
  }

  @Test
  void a_partition_key_that_reads_like_an_error_of_the_stream_does_not_stop_the_run() {
    String stream = create("stream-poison");
    List<PutRecordsRequestEntry> input = new ArrayList<>(puts(20));
    input.set(7, put("at 'streamName'" + "k".repeat(256), "poison"));

    BatchReport<PutRecordsRequestEntry> report =
        KinesisBatches.of(blocking, stream).policy(Streams.SOON).puts().run(input);

    assertThat(report.stopFailure()).isEmpty();
    assertThat(report.deadLetters()).extracting(DeadLetter::position).containsExactly(7L);
    assertThat(texts(stream)).hasSize(19);
  }

  /** The server takes 7 MiB of JSON, and answers with status 413 and without a code above it. */
  @Test
  void a_request_that_is_too_large_for_the_server_is_halved() {
    String stream = create("stream-large");
    List<PutRecordsRequestEntry> input =
        IntStream.range(0, 8).mapToObj(i -> put("key", i + "x".repeat(1_000_000))).toList();

    BatchReport<PutRecordsRequestEntry> report =
        KinesisBatches.of(blocking, stream).policy(Streams.SOON).puts().run(input);

    assertThat(report.allDone()).as(report.toString()).isTrue();
    assertThat(report.counts().calls()).isEqualTo(3);
    assertThat(texts(stream)).hasSize(8).doesNotHaveDuplicates();
  }

  /** In CBOR, the default of the client, a partition key that ends within a character. */
  @Test
  void a_record_that_the_client_cannot_write_is_dead_alone() {
    String stream = create("stream-unwritable");
    List<PutRecordsRequestEntry> input = new ArrayList<>(puts(20));
    input.set(7, put("cut \uD83D", "unwritable"));
    System.setProperty(CBOR, "true");
    try (KinesisClient cbor =
        at(endpoint, KinesisClient.builder())
            .httpClientBuilder(UrlConnectionHttpClient.builder())
            .build()) {
      BatchReport<PutRecordsRequestEntry> report =
          KinesisBatches.of(cbor, stream).policy(Streams.SOON).puts().run(input);

      assertThat(report.counts().done()).isEqualTo(19);
      assertThat(report.deadLetters())
          .singleElement()
          .satisfies(
              dead -> {
                assertThat(dead.position()).isEqualTo(7);
                assertThat(dead.stopReason()).isEqualTo(StopReason.NOT_RETRYABLE);
                assertThat(dead.message()).contains("Unmatched surrogate pair");
              });
    } finally {
      System.setProperty(CBOR, "false");
    }
  }

  private static List<String> texts(String stream) {
    List<String> texts = new ArrayList<>();
    for (Shard shard : blocking.listShards(s -> s.streamName(stream)).shards()) {
      String iterator =
          blocking
              .getShardIterator(
                  s ->
                      s.streamName(stream)
                          .shardId(shard.shardId())
                          .shardIteratorType(ShardIteratorType.TRIM_HORIZON))
              .shardIterator();
      List<Record> records;
      do {
        String from = iterator;
        var response = blocking.getRecords(r -> r.shardIterator(from));
        records = response.records();
        records.forEach(one -> texts.add(one.data().asUtf8String()));
        iterator = response.nextShardIterator();
      } while (!records.isEmpty());
    }
    return texts;
  }
}
