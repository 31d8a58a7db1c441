package shop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** A server whose answers are scripted: how often it fails before it answers. */
public class Server {

  /** All calls that arrived. */
  public static final List<String> CALLS = new ArrayList<>();

  private int failures;

  public void failNext(int times) {
    failures = times;
  }

  public String answer(String id) throws IOException {
    CALLS.add(id);
    if (id.equals("missing")) {
      throw new FileNotFoundException(id);
    }
    if (failures-- > 0) {
      throw new IOException("refused " + id);
    }
    return "order " + id;
  }

  /** Is pending as often as calls fail. */
  public String state(String id) {
    CALLS.add("state of " + id);
    if (id.equals("timeout")) {
      throw new UncheckedIOException(new IOException("timeout"));
    }
    return failures-- > 0 ? "pending" : "sent";
  }
}
