package dev.reprise.dynamodb.read;

import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A key to read and, after the read, its item. Created by runs only; thread-safe; equal only to
 * itself.
 */
public interface KeyRead {

  /**
   * Returns the attributes of the key as given, including those that are not part of the key.
   *
   * @return unmodifiable
   */
  Map<String, AttributeValue> key();

  /**
   * Returns the item that was found.
   *
   * @return the item; empty if the table has no item of this key, if the read failed, or before it
   */
  Optional<Map<String, AttributeValue>> item();

  /**
   * Returns whether the key was read.
   *
   * @return false before the read, and if it failed or was not attempted; it is then unknown
   *     whether the table has the item
   */
  boolean isRead();
}
