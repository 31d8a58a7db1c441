package dev.reprise.dynamodb;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Reads as a run makes them, for tests of other packages. */
public final class KeyReads {

  private KeyReads() {}

  public static KeyRead of(Map<String, AttributeValue> key) {
    return new KeyRead(key);
  }
}
