package dev.reprise.spark.internal.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.batch.report.DeadLetter;
import dev.reprise.classify.FailureKind;
import dev.reprise.decision.StopReason;
import dev.reprise.dynamodb.write.ItemWrite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class TaskDeadLettersTest {

  private static DeadLetter<ItemWrite> dead(String id) {
    ItemWrite write = ItemWrite.put(Map.of("id", AttributeValue.fromN(id)));
    return new DeadLetter<>(
        write, 0, StopReason.ATTEMPTS, FailureKind.OTHER, 1, null, "not accepted");
  }

  private static TaskDeadLetters letters(Path folder) throws IOException {
    DeadLetterFolder pending =
        new DeadLetterFolder(folder.toString(), "query", new Configuration());
    pending.create();
    return new TaskDeadLetters(pending, "games", "part-0");
  }

  @Test
  void a_letter_after_the_end_of_an_aborted_attempt_is_dropped(@TempDir Path folder)
      throws Exception {
    TaskDeadLetters letters = letters(folder);
    letters.add(dead("1"));
    letters.discard();

    letters.add(dead("2"));

    assertThat(letters.commit()).as("name of a file that was created again").isNull();
  }

  @Test
  void a_commit_copies_all_letters(@TempDir Path folder) throws Exception {
    TaskDeadLetters letters = letters(folder);
    letters.add(dead("1"));
    letters.add(dead("2"));

    assertThat(letters.commit()).isEqualTo("part-0");

    Path copied = folder.resolve("_temporary").resolve("query").resolve("part-0");
    assertThat(Files.readString(copied)).contains("{\"N\":\"1\"}", "{\"N\":\"2\"}");
  }
}
