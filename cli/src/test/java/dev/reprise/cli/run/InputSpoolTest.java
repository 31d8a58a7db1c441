package dev.reprise.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InputSpoolTest {

  private static final int MEMORY = 20_000;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 8191, 8192, 8193, MEMORY, MEMORY + 1, 300_000})
  void can_be_read_again_from_the_beginning(int size) throws Exception {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    try (InputSpool spool = new InputSpool(new ByteArrayInputStream(bytes), MEMORY)) {
      assertThat(readAll(spool, 1000)).isEqualTo(bytes);
      assertThat(readAll(spool, 7777)).isEqualTo(bytes);
    }
  }

  @Test
  void reads_no_more_from_its_source_than_requested() throws Exception {
    ByteArrayInputStream source = new ByteArrayInputStream(new byte[100_000]);
    try (InputSpool spool = new InputSpool(source, MEMORY)) {
      spool.read(0, new byte[10]);
      assertThat(source.available()).isGreaterThan(90_000);
    }
  }

  @Test
  void data_are_available_while_a_different_reader_waits_for_more() throws Exception {
    PipedOutputStream writer = new PipedOutputStream();
    CountDownLatch waiting = new CountDownLatch(1);
    InputStream source = announcing(new PipedInputStream(writer), waiting);
    try (InputSpool spool = new InputSpool(source, MEMORY)) {
      writer.write(1);
      writer.flush();
      assertThat(spool.read(0, new byte[10])).isEqualTo(1);
      CompletableFuture<Integer> more = CompletableFuture.supplyAsync(() -> read(spool, 1));
      waiting.await();
      assertThat(spool.read(0, new byte[10])).isEqualTo(1);
      writer.close();
      assertThat(more.join()).isEqualTo(-1);
    }
  }

  /** Counts down when the second read begins. */
  private static InputStream announcing(InputStream source, CountDownLatch second) {
    return new InputStream() {
      private int reads;

      @Override
      public int read() throws java.io.IOException {
        return source.read();
      }

      @Override
      public int read(byte[] buffer) throws java.io.IOException {
        if (++reads == 2) {
          second.countDown();
        }
        return source.read(buffer, 0, buffer.length);
      }
    };
  }

  private static int read(InputSpool spool, long position) {
    try {
      return spool.read(position, new byte[10]);
    } catch (Exception failure) {
      throw new AssertionError(failure);
    }
  }

  private static byte[] readAll(InputSpool spool, int buffer) throws Exception {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] bytes = new byte[buffer];
    for (int count = spool.read(0, bytes); count >= 0; count = spool.read(all.size(), bytes)) {
      all.write(bytes, 0, count);
    }
    return all.toByteArray();
  }
}
