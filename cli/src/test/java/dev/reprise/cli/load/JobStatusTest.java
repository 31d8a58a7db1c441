package dev.reprise.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.report.BatchCounts;
import dev.reprise.cli.terminal.ProgressForm;
import dev.reprise.cli.terminal.StatusLine;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The figures of a run, while it makes progress and while it waits. */
class JobStatusTest {

  private final StringWriter written = new StringWriter();
  private volatile long nanos;
  private long read;

  private StatusLine line(ProgressForm form) {
    return new StatusLine(new PrintWriter(written), form, false, () -> 79, () -> nanos);
  }

  private JobStatus status(StatusLine line) {
    return new JobStatus(line, 1_000, () -> read, () -> nanos);
  }

  private static BatchCounts counts(long done, long seconds) {
    return new BatchCounts(done, 0, done, 0, 0, 0, 0, 0, 0, 0, 0, 0, Duration.ofSeconds(seconds));
  }

  private void pass(long seconds) {
    nanos += TimeUnit.SECONDS.toNanos(seconds);
  }

  private String lastLine() {
    return written.toString().lines().reduce("", (before, line) -> line);
  }

  @Test
  void while_nothing_happens_the_time_goes_on_and_the_rate_falls() {
    StatusLine line = line(ProgressForm.JSON);
    JobStatus status = status(line);
    status.begin();
    pass(1);
    read = 100;
    status.at(counts(50, 1), 0);
    assertThat(lastLine())
        .contains("\"elapsedMillis\":1000", "\"itemsPerSecond\":50", "\"secondsLeft\":9");

    pass(10);
    line.again();
    assertThat(lastLine())
        .contains("\"done\":50", "\"elapsedMillis\":11000", "\"itemsPerSecond\":3,")
        .contains("\"secondsLeft\"");
    pass(10);
    line.again();
    assertThat(lastLine()).contains("\"elapsedMillis\":21000").doesNotContain("secondsLeft");
    line.close();
  }

  @Test
  void the_progress_is_shown_before_the_first_call_has_ended() {
    StatusLine line = line(ProgressForm.TEXT);
    status(line).begin();
    pass(10);
    line.again();
    assertThat(lastLine())
        .isEqualTo("  0 %, 0 done, 0/s, throttled 0, retried 0, dead 0, after 10 s");
    line.close();
  }

  @Test
  void the_end_has_the_time_of_the_run() {
    StatusLine line = line(ProgressForm.JSON);
    JobStatus status = status(line);
    status.begin();
    pass(100);
    status.end(counts(50, 7), 1, 1);
    assertThat(lastLine())
        .startsWith("{\"event\":\"end\"")
        .contains("\"elapsedMillis\":7000", "\"dead\":1", "\"exitCode\":1");
  }
}
