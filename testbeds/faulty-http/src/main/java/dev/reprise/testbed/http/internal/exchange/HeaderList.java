package dev.reprise.testbed.http.internal.exchange;

import java.util.ArrayList;
import java.util.List;

/** Headers in order; a name can occur more than once. */
public record HeaderList(List<Header> headers) {
  /** A header. */
  public record Header(String name, String value) {}

  public HeaderList {
    headers = List.copyOf(headers);
  }

  /**
   * Returns headers from names and values in turn.
   *
   * @throws IllegalArgumentException if the number of strings is odd
   */
  public static HeaderList of(String... namesAndValues) {
    if (namesAndValues.length % 2 != 0) {
      throw new IllegalArgumentException(
          "headers must be pairs of name and value, but were "
              + namesAndValues.length
              + " strings");
    }
    List<Header> headers = new ArrayList<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      headers.add(new Header(namesAndValues[i], namesAndValues[i + 1]));
    }
    return new HeaderList(headers);
  }
}
