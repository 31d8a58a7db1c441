package dev.reprise;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Captures records of the library's logger while it is open. */
public final class LogCapture extends Handler implements AutoCloseable {

  public final List<LogRecord> records = new CopyOnWriteArrayList<>();
  private final Logger logger = Logger.getLogger("dev.reprise");

  public LogCapture(Level level) {
    logger.setLevel(level);
    logger.setUseParentHandlers(false);
    logger.addHandler(this);
  }

  public List<String> lines() {
    return records.stream().map(record -> record.getLevel() + " " + record.getMessage()).toList();
  }

  @Override
  public void publish(LogRecord record) {
    records.add(record);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
    logger.setUseParentHandlers(true);
    logger.setLevel(null);
  }
}
