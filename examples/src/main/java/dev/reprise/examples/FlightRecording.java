package dev.reprise.examples;

import dev.reprise.Retry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.LongAdder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingStream;

/** Events of calls in the flight recorder, in a file and as a stream. */
public final class FlightRecording {

  private FlightRecording() {}

  static String recorded(Retry retry, Pages pages, Path file) throws IOException {
    try (Recording recording = new Recording()) {
      recording.start();
      try {
        return retry.call(() -> pages.fetch("https://example.org/"));
      } finally {
        recording.stop();
        recording.dump(file);
      }
    }
  }

  static RecordingStream countingGiveUps(LongAdder givenUp) {
    RecordingStream stream = new RecordingStream();
    stream.onEvent("dev.reprise.GiveUp", event -> givenUp.increment());
    stream.startAsync();
    return stream;
  }
}
