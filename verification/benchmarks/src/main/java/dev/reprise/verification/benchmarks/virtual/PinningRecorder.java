package dev.reprise.verification.benchmarks.virtual;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;

/**
 * Records, with Java Flight Recorder, when a virtual thread waits without releasing its carrier.
 */
final class PinningRecorder implements AutoCloseable {

  private static final String PINNED = "jdk.VirtualThreadPinned";

  /**
   * Events of Reprise are on in any recording unless they are disabled; calls would then be
   * recorded.
   */
  private static final List<String> OURS =
      Stream.of("Attempt", "BudgetRefusal", "GiveUp", "RetriedCall")
          .map(name -> "dev.reprise." + name)
          .toList();

  private final Recording recording = new Recording();

  PinningRecorder() {
    recording.enable(PINNED).withThreshold(Duration.ZERO);
    OURS.forEach(recording::disable);
    recording.start();
  }

  /** Ends the recording and returns its events. */
  List<String> stop() throws IOException {
    recording.stop();
    Path file = Files.createTempFile("pinned-", ".jfr");
    try {
      recording.dump(file);
      return RecordingFile.readAllEvents(file).stream()
          .filter(event -> event.getEventType().getName().equals(PINNED))
          .map(String::valueOf)
          .toList();
    } finally {
      Files.delete(file);
    }
  }

  @Override
  public void close() {
    recording.close();
  }
}
