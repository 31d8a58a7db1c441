package dev.reprise.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.text.TextFormatException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallReaderTest {

  private static final Parameter<Integer> NUMBER = Parameter.integer("a number");
  private static final Parameter<Integer> A = Parameter.integer("a").formerly("oldA");
  private static final Parameter<Integer> B = Parameter.integer("b").byDefault(7).orWord("none");
  private static final Parameter<Integer> C = Parameter.integer("c");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "f | f[]",
        "f() | f[]",
        "f( ) | f[]",
        "f(1) | f[1]",
        "f(1, 2,3 ,4 ) | f[1, 2, 3, 4]",
        "f(a=1) | f[a=1]",
        "f(1, b=2, a=3) | f[1, b=2, a=3]",
        "f(1,\tc=2) | f[1, c=2]",
        "f(oldA=1) | f[a=1]",
        "f(b=none) | f[b=7]",
      })
  void reads_positional_arguments_and_then_named_ones(String text, String read) {
    assertEquals(read, read(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | 1 | expected a call, but the text ended",
        "1 | 1 | expected a call, but found '1'",
        "f( | 3 | expected a number, a whole number, but the text ended",
        "f(1 | 4 | expected ',' or ')', but the text ended",
        "f(1 2) | 5 | expected ',' or ')', but found '2'",
        "f(1,) | 5 | expected a number, a whole number, but found ')'",
        "f(,1) | 3 | expected a number, a whole number, but found ','",
        "f(d=1) | 3 | unknown key 'd', expected a, b or c",
        "f(a=1, a=2) | 8 | a is given twice",
        "f(a=1, oldA=2) | 8 | a is given already, and oldA is its old name",
        "f(oldA=1, a=2) | 11 | a is given twice",
        "f(b=nine) | 5 | expected none or a value, but found nine",
        "f(a=1, 2) | 8 | expected a, b or c and '=', or ')', but found '2'",
        "f(a = 1) | 3 | expected a number, a whole number, but found 'a'",
        "f(a=) | 5 | expected a, a whole number, but found ')'",
        "f(1)) | 5 | expected the end, but found ')'",
        "f (1) | 3 | expected the end, but found '('",
      })
  void points_at_an_unexpected_character(String text, int column, String reason) {
    TextFormatException mistake = assertThrows(TextFormatException.class, () -> read(text));
    assertEquals(reason, mistake.reason());
    assertEquals(column - 1, mistake.position());
  }

  @ParameterizedTest
  @ValueSource(strings = {"f", "f()"})
  void reports_a_missing_argument(String text) {
    TextReader reader = new TextReader(text);
    CallReader call = CallReader.open(reader, "a call");
    assertFalse(call.hasNext());
    TextFormatException mistake =
        assertThrows(TextFormatException.class, () -> call.next("a base"));
    assertTrue(mistake.reason().contains("a base"));
  }

  @Test
  void a_call_without_named_arguments_reports_that() {
    assertEquals("unknown key 'a', f takes none", endMistake("f(a=1)"));
    assertEquals("expected ')', but found '1'", endMistake("f(1)"));
  }

  private static String endMistake(String text) {
    CallReader call = CallReader.open(new TextReader(text), "a call");
    return assertThrows(TextFormatException.class, call::end).reason();
  }

  @Test
  void has_its_name_and_its_position() {
    TextReader reader = new TextReader("x=f(1)");
    reader.identifier("a name");
    reader.expect('=');
    CallReader call = CallReader.open(reader, "a call");
    assertEquals("f", call.name());
    assertEquals(2, call.start());
  }

  private static String read(String text) {
    TextReader reader = TextReader.atContent(text);
    CallReader call = CallReader.open(reader, "a call");
    List<String> arguments = new ArrayList<>();
    while (call.hasNext()) {
      arguments.add(Integer.toString(call.next(NUMBER)));
    }
    while (call.nextKey(A, B, C)) {
      Parameter<Integer> key = call.at(A) ? A : call.at(B) ? B : C;
      arguments.add(key.name() + "=" + call.value(key));
    }
    return reader.whole(call.name() + arguments);
  }
}
