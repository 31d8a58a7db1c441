package dev.reprise.simulator.file;

import dev.reprise.simulator.file.Tree.Entry;
import dev.reprise.simulator.file.Tree.Mapping;
import dev.reprise.simulator.file.Tree.Scalar;
import dev.reprise.simulator.file.Tree.Sequence;
import dev.reprise.text.PrintableText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.Event.ID;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Parses YAML 1.2, which includes JSON. It creates only scalars, lists and mappings. It rejects
 * tags, and files that are deeper or larger than a scenario can be, with aliases expanded.
 */
final class TreeReader {

  static final int MAX_BYTES = 1 << 20;
  static final int MAX_DEPTH = 16;
  static final int MAX_SIZE = 20_000;

  private final Iterator<Event> events;
  private final Map<Anchor, Tree> anchors = new HashMap<>();

  private TreeReader(Iterator<Event> events) {
    this.events = events;
  }

  /**
   * Parses a text.
   *
   * @throws Mistake if the text is invalid
   */
  static Tree read(String text) {
    LoadSettings settings = LoadSettings.builder().setCodePointLimit(MAX_BYTES).build();
    try {
      return new TreeReader(new ParserImpl(settings, new StreamReader(settings, text))).document();
    } catch (MarkedYamlEngineException broken) {
      int line = broken.getProblemMark().map(Mark::getLine).orElse(0) + 1;
      throw new Mistake(line, "invalid YAML: " + PrintableText.oneLine(broken.getProblem()));
    } catch (YamlEngineException broken) {
      throw new Mistake(1, "invalid YAML: " + PrintableText.oneLine(broken.getMessage()));
    }
  }

  private Tree document() {
    Event event = events.next();
    while (event.getEventId() == ID.StreamStart || event.getEventId() == ID.DocumentStart) {
      event = events.next();
    }
    if (event.getEventId() == ID.StreamEnd) {
      throw new Mistake(1, "the file is empty");
    }
    Tree tree = tree(event, 1);
    events.next();
    Event after = events.next();
    if (after.getEventId() != ID.StreamEnd) {
      throw new Mistake(line(after), "a second document begins here; a file must have one");
    }
    return tree;
  }

  private Tree tree(Event event, int depth) {
    if (depth > MAX_DEPTH) {
      throw new Mistake(line(event), "nesting must be at most " + MAX_DEPTH + " deep");
    }
    if (event instanceof AliasEvent alias) {
      Tree meant = anchors.get(alias.getAlias());
      if (meant == null) {
        throw new Mistake(
            line(event), "unknown anchor " + PrintableText.oneLine(alias.getAlias().toString()));
      }
      return meant;
    }
    Tree tree = plain(event, depth);
    ((NodeEvent) event).getAnchor().ifPresent(anchor -> anchors.put(anchor, tree));
    return tree;
  }

  private Tree plain(Event event, int depth) {
    if (event instanceof ScalarEvent scalar) {
      refuse(scalar.getTag(), event);
      return new Scalar(line(event), scalar.getValue(), !scalar.isPlain());
    }
    CollectionStartEvent start = (CollectionStartEvent) event;
    refuse(start.getTag(), event);
    return start.getEventId() == ID.SequenceStart
        ? sequence(line(event), depth)
        : mapping(line(event), depth);
  }

  private Sequence sequence(int line, int depth) {
    List<Tree> items = new ArrayList<>();
    long size = 1;
    for (Event next = events.next(); next.getEventId() != ID.SequenceEnd; next = events.next()) {
      Tree item = tree(next, depth + 1);
      size = sum(line(next), size, item.size());
      items.add(item);
    }
    return new Sequence(line, items, size);
  }

  private Mapping mapping(int line, int depth) {
    List<Entry> entries = new ArrayList<>();
    Set<String> keys = new HashSet<>();
    long size = 1;
    for (Event next = events.next(); next.getEventId() != ID.MappingEnd; next = events.next()) {
      if (!(tree(next, depth + 1) instanceof Scalar key)) {
        throw new Mistake(line(next), "a key must be a scalar");
      }
      if (!keys.add(key.text())) {
        throw new Mistake(line(next), PrintableText.oneLine(key.text()) + " occurs twice");
      }
      Tree value = tree(events.next(), depth + 1);
      size = sum(line(next), size, 1 + value.size());
      entries.add(new Entry(key, value));
    }
    return new Mapping(line, entries, size);
  }

  private static long sum(int line, long size, long more) {
    if (size + more > MAX_SIZE) {
      throw new Mistake(
          line, "a file must have at most " + MAX_SIZE + " values, with aliases expanded");
    }
    return size + more;
  }

  private static void refuse(Optional<String> tag, Event event) {
    if (tag.isPresent()) {
      throw new Mistake(
          line(event), "tags are not supported, but there is " + PrintableText.oneLine(tag.get()));
    }
  }

  private static int line(Event event) {
    return event.getStartMark().map(Mark::getLine).orElse(0) + 1;
  }

  /** An error with its line. */
  static final class Mistake extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final int line;

    Mistake(int line, String message) {
      super(message, null, false, false);
      this.line = line;
    }

    int line() {
      return line;
    }
  }
}
