package dev.reprise.verification.benchmarks.virtual;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;

/** Sees, by the flight recorder, when a virtual thread waited without giving up its carrier. */
final class PinWatch implements AutoCloseable {

  private static final String PINNED = "jdk.VirtualThreadPinned";

  /** Events of our own are on in any recording, unless disabled; then calls would be recorded. */
  private static final List<String> OURS =
      Stream.of("Attempt", "BudgetRefusal", "GiveUp", "RetriedCall")
          .map(name -> "dev.reprise." + name)
          .toList();

  private final Recording recording = new Recording();

  PinWatch() {
    recording.enable(PINNED).withThreshold(Duration.ZERO);
    OURS.forEach(recording::disable);
    recording.start();
  }

  /** Ends the watch and tells each event. */
  List<String> told() throws IOException {
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
