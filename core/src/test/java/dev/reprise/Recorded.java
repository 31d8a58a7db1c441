package dev.reprise;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** The library's events that the flight recorder records while some code runs. */
final class Recorded {

  private static final String OURS = "dev.reprise.";

  final List<RecordedEvent> events;
  final byte[] file;

  private Recorded(List<RecordedEvent> events, byte[] file) {
    this.events = events;
    this.file = file;
  }

  static Recorded during(Runnable calls, String... withoutTypes) {
    try (Recording recording = new Recording()) {
      for (String type : withoutTypes) {
        recording.disable(OURS + type);
      }
      recording.start();
      calls.run();
      recording.stop();
      return read(recording);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static Recorded read(Recording recording) throws IOException {
    Path file = Files.createTempFile("reprise", ".jfr");
    try {
      recording.dump(file);
      List<RecordedEvent> ours =
          RecordingFile.readAllEvents(file).stream()
              .filter(event -> event.getEventType().getName().startsWith(OURS))
              .toList();
      return new Recorded(ours, Files.readAllBytes(file));
    } finally {
      Files.delete(file);
    }
  }

  /** The events in the order of their creation, each as one line of values. */
  List<String> lines(String type, String... fields) {
    return of(type).stream().map(event -> line(event, fields)).toList();
  }

  List<RecordedEvent> of(String type) {
    return events.stream()
        .filter(event -> event.getEventType().getName().equals(OURS + type))
        .toList();
  }

  private static String line(RecordedEvent event, String... fields) {
    StringBuilder line = new StringBuilder();
    for (String field : fields) {
      Object value = event.getValue(field);
      boolean none = value instanceof Long && (long) value == Long.MIN_VALUE;
      line.append(line.isEmpty() ? "" : " ").append(none ? "-" : value);
    }
    return line.toString();
  }
}
