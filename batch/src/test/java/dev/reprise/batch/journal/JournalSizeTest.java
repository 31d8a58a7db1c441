package dev.reprise.batch.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sends ten million items with a heap of 64 MB and a journal, twice. */
@Tag("proof")
class JournalSizeTest {

  private static final long ITEMS = 10_000_000;

  @TempDir Path folder;

  @Test
  void ten_million_items_use_little_disk_and_heap() throws Exception {
    assertThat(load()).contains(ITEMS + " of " + ITEMS + " done");
    JournalView view = BatchJournal.inspect(journal());
    assertThat(view.complete()).isTrue();
    assertThat(view.bytes()).isLessThan(ITEMS);

    assertThat(load()).contains("0 of " + ITEMS + " done, " + ITEMS + " done before");
    assertThat(BatchJournal.inspect(journal())).isEqualTo(view);
  }

  private Path journal() {
    return folder.resolve("journal");
  }

  private String load() throws IOException, InterruptedException {
    Path output = Files.createTempFile(folder, "load", ".txt");
    Process process =
        Children.start(output, ManyItems.class, journal().toString(), Long.toString(ITEMS));
    assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    String said = Files.readString(output);
    assertThat(process.exitValue()).as(said).isZero();
    return said;
  }
}
