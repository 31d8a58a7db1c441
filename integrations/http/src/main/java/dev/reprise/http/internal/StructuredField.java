package dev.reprise.http.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parser of structured fields (RFC 9651, section 4.2): items, lists of items and dictionaries of
 * items, with their parameters. Inner lists are refused, since no field here has one. One error
 * makes the whole field malformed.
 */
public final class StructuredField {

  /** The types of a bare item (RFC 9651, section 3.3), with their names in messages. */
  public enum ItemType {
    INTEGER("an integer"),
    DECIMAL("a decimal"),
    STRING("a string"),
    TOKEN("a token"),
    BYTES("a byte sequence"),
    BOOLEAN("a boolean"),
    DATE("a date"),
    DISPLAY_STRING("a display string");

    private final String text;

    ItemType(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /**
   * A bare item.
   *
   * @param type its type
   * @param text its content: unescaped if it is a string, unchanged otherwise
   */
  public record Bare(ItemType type, String text) {
    static final Bare TRUE = new Bare(ItemType.BOOLEAN, "1");

    /** The value if it is an integer of at least zero; null otherwise. */
    public @Nullable Long countOrNull() {
      return type == ItemType.INTEGER && text.charAt(0) != '-' ? Long.valueOf(text) : null;
    }
  }

  /**
   * A bare item with its parameters.
   *
   * @param bare the item
   * @param parameters parameters by name; of two with one name the last counts
   */
  public record Item(Bare bare, Map<String, Bare> parameters) {}

  /** Reports the index at which a field is malformed, without its content. */
  public static final class Malformed extends Exception {
    private static final long serialVersionUID = 1;

    public Malformed(String defect, int index) {
      super(defect + " at index " + index, null, false, false);
    }
  }

  private final FieldCursor in;

  private StructuredField(String text) {
    in = new FieldCursor(text);
  }

  /** Reads a field that is one item. */
  public static Item item(String text) throws Malformed {
    StructuredField field = new StructuredField(text);
    field.in.skipSpaces();
    Item item = field.item();
    field.in.skipSpaces();
    if (!field.in.atEnd()) {
      throw field.in.malformed("more than one item");
    }
    return item;
  }

  /** Reads a field that is a list of items; an empty field is an empty list. */
  public static List<Item> list(String text) throws Malformed {
    StructuredField field = new StructuredField(text);
    List<Item> items = new ArrayList<>();
    field.members(() -> items.add(field.item()));
    return items;
  }

  /** Reads a field that is a dictionary of items; an empty field is an empty dictionary. */
  public static Map<String, Item> dictionary(String text) throws Malformed {
    StructuredField field = new StructuredField(text);
    Map<String, Item> items = new LinkedHashMap<>();
    field.members(() -> field.member(items));
    return items;
  }

  private void member(Map<String, Item> items) throws Malformed {
    String key = in.key();
    items.put(key, in.skip('=') ? item() : new Item(Bare.TRUE, parameters()));
  }

  /** A part of a field that is followed by a comma or the end. */
  private interface Member {
    void read() throws Malformed;
  }

  private void members(Member member) throws Malformed {
    in.skipSpaces();
    boolean more = !in.atEnd();
    while (more) {
      member.read();
      in.skipBlanks();
      more = !in.atEnd();
      if (more) {
        in.expect(',');
        in.skipBlanks();
        if (in.atEnd()) {
          throw in.malformed("a comma at the end");
        }
      }
    }
  }

  private Item item() throws Malformed {
    Bare bare = in.bare();
    return new Item(bare, parameters());
  }

  private Map<String, Bare> parameters() throws Malformed {
    Map<String, Bare> parameters = new LinkedHashMap<>();
    while (in.skip(';')) {
      in.skipSpaces();
      String key = in.key();
      parameters.put(key, in.skip('=') ? in.bare() : Bare.TRUE);
    }
    return parameters;
  }
}
