package dev.reprise.jdbc.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Member;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The metadata for native images names classes and members that the pools and Spring have. */
class PoolMetadataTest {

  private static final Path FILE =
      Path.of(System.getProperty("basedir", ""))
          .resolve("src/main/resources/META-INF/native-image/dev.reprise/reprise-jdbc")
          .resolve("reachability-metadata.json");

  /** The class of an entry, or the name of one of its members. */
  private static final Pattern NAME = Pattern.compile("\"(type|name)\": \"([^\"]+)\"");

  @Test
  void classes_of_pools_and_spring_exist_with_their_members() throws Exception {
    Map<String, List<String>> entries = entries();
    entries.keySet().removeIf(name -> name.startsWith("java.sql."));
    assertThat(entries).hasSize(9);
    for (Map.Entry<String, List<String>> entry : entries.entrySet()) {
      Class<?> type = Class.forName(entry.getKey(), false, PoolMetadataTest.class.getClassLoader());
      assertThat(publicMembers(type)).as(entry.getKey()).containsAll(entry.getValue());
    }
  }

  private static Map<String, List<String>> entries() throws IOException {
    Map<String, List<String>> entries = new TreeMap<>();
    Matcher names = NAME.matcher(Files.readString(FILE));
    List<String> members = new ArrayList<>();
    while (names.find()) {
      if (names.group(1).equals("type")) {
        members = new ArrayList<>();
        entries.put(names.group(2), members);
      } else {
        members.add(names.group(2));
      }
    }
    return entries;
  }

  private static List<String> publicMembers(Class<?> type) {
    return Stream.<Member>concat(Arrays.stream(type.getMethods()), Arrays.stream(type.getFields()))
        .map(Member::getName)
        .toList();
  }
}
