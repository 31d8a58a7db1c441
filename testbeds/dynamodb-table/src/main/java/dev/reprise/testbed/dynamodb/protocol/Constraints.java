package dev.reprise.testbed.dynamodb.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The first layer of the service's validation: all broken constraints in one message. */
public final class Constraints {

  private static final String TABLE_NAME = "[a-zA-Z0-9_.-]+";
  private static final Pattern TABLE_NAME_PATTERN = Pattern.compile(TABLE_NAME);
  private static final int MIN_TABLE_NAME = 3;
  private static final int MAX_TABLE_NAME = 255;

  private final List<String> broken = new ArrayList<>();

  public Constraints notNull(String path, @Nullable Object value) {
    return check(value != null, path, value, "Member must not be null");
  }

  public Constraints tableName(String path, @Nullable String name) {
    notNull(path, name);
    if (name == null) {
      return this;
    }
    tableNamePattern(path, name);
    atLeast(path, name, name.length(), MIN_TABLE_NAME);
    return atMost(path, name, name.length(), MAX_TABLE_NAME);
  }

  public Constraints tableNamePattern(String path, String name) {
    return check(
        TABLE_NAME_PATTERN.matcher(name).matches(),
        path,
        name,
        "Member must satisfy regular expression pattern: " + TABLE_NAME);
  }

  public Constraints atLeast(String path, Object value, int length, int least) {
    return check(
        length >= least, path, value, "Member must have length greater than or equal to " + least);
  }

  public Constraints atMost(String path, Object value, int length, int most) {
    return check(
        length <= most, path, value, "Member must have length less than or equal to " + most);
  }

  public Constraints atLeast(String path, @Nullable Long value, long least) {
    return check(
        value == null || value >= least,
        path,
        value,
        "Member must have value greater than or equal to " + least);
  }

  public Constraints atMost(String path, @Nullable Long value, long most) {
    return check(
        value == null || value <= most,
        path,
        value,
        "Member must have value less than or equal to " + most);
  }

  public Constraints oneOf(String path, @Nullable String value, List<String> allowed) {
    return check(
        value == null || allowed.contains(value),
        path,
        value,
        "Member must satisfy enum value set: [" + String.join(", ", allowed) + "]");
  }

  public Constraints check(boolean holds, String path, @Nullable Object value, String constraint) {
    if (!holds) {
      String shown = value == null ? "null" : "'" + value + "'";
      broken.add(
          "Value " + shown + " at '" + path + "' failed to satisfy constraint: " + constraint);
    }
    return this;
  }

  public void verify() {
    if (!broken.isEmpty()) {
      throw ServiceError.validation(
          broken.size()
              + (broken.size() == 1 ? " validation error" : " validation errors")
              + " detected: "
              + String.join("; ", broken));
    }
  }

  /**
   * Returns the checked name for an operation on tables, for which a wrong length has a separate
   * message.
   */
  public static String requiredTableName(@Nullable String name) {
    if (name == null) {
      throw ServiceError.validation(
          "The parameter 'TableName' is required but was not present in the request");
    }
    if (name.length() < MIN_TABLE_NAME || name.length() > MAX_TABLE_NAME) {
      throw ServiceError.validation(
          "TableName must be at least 3 characters long and at most 255 characters long");
    }
    new Constraints().tableNamePattern("tableName", name).verify();
    return name;
  }
}
