package dev.reprise.testbed.http;

import java.util.ArrayList;
import java.util.List;

/** Headers in order; a name may come twice. */
record HeaderList(List<Header> headers) {
  record Header(String name, String value) {}

  HeaderList {
    headers = List.copyOf(headers);
  }

  static HeaderList of(String... namesAndValues) {
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
