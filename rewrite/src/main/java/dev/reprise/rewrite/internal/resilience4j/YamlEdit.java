package dev.reprise.rewrite.internal.resilience4j;

import dev.reprise.rewrite.internal.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.openrewrite.internal.ListUtils;
import org.openrewrite.yaml.YamlParser;
import org.openrewrite.yaml.YamlVisitor;
import org.openrewrite.yaml.tree.Yaml;

/** Retry settings in YAML files. */
final class YamlEdit {

  private static final String ROOT = "resilience4j";
  private static final Pattern COMMENT = Pattern.compile("#[^\\n]*");

  private YamlEdit() {}

  static RetrySettings settingsOf(Yaml.Documents file) {
    RetrySettings settings = new RetrySettings();
    int documents = 0;
    for (Yaml.Document document : file.getDocuments()) {
      if (document.getBlock() instanceof Yaml.Mapping mapping) {
        boolean found = read(mapping, "", settings);
        documents += found ? 1 : 0;
        if (found && hasOurs(mapping)) {
          settings.add("resilience4j.retry.reprise", "");
        }
      }
    }
    if (documents > 1) {
      settings.refuseDocuments();
    }
    return settings;
  }

  private static boolean hasOurs(Yaml.Mapping mapping) {
    return mapping.getEntries().stream()
        .anyMatch(entry -> entry.getKey().getValue().startsWith("reprise"));
  }

  private static boolean read(Yaml.Mapping mapping, String path, RetrySettings settings) {
    boolean found = false;
    for (Yaml.Mapping.Entry entry : mapping.getEntries()) {
      found |= read(entry.getValue(), path + entry.getKey().getValue(), settings);
    }
    return found;
  }

  private static boolean read(Yaml.Block value, String key, RetrySettings settings) {
    if (RetrySettings.isRetryKey(key) && (value instanceof Yaml.Alias || hasAnchor(value))) {
      settings.refuse(key, key + " has an alias or an anchor");
      return true;
    }
    if (value instanceof Yaml.Mapping inner) {
      return read(inner, key + ".", settings);
    }
    if (!RetrySettings.isRetryKey(key)) {
      settings.addOther(key);
      return false;
    }
    if (value instanceof Yaml.Scalar scalar) {
      settings.add(key, scalar.getValue());
    } else if (value instanceof Yaml.Sequence sequence) {
      sequence.getEntries().forEach(entry -> read(entry.getBlock(), key, settings));
    }
    return true;
  }

  private static boolean hasAnchor(Yaml.Block value) {
    return (value instanceof Yaml.Mapping mapping && mapping.getAnchor() != null)
        || (value instanceof Yaml.Sequence sequence && sequence.getAnchor() != null)
        || (value instanceof Yaml.Scalar scalar && scalar.getAnchor() != null);
  }

  static Yaml.Documents migrated(Yaml.Documents file, RetrySettings settings) {
    List<Yaml.Document> documents = new ArrayList<>();
    for (Yaml.Document document : file.getDocuments()) {
      boolean theirs =
          document.getBlock() instanceof Yaml.Mapping mapping
              && read(mapping, "", new RetrySettings());
      documents.add(
          theirs
              ? document.withBlock(replaced((Yaml.Mapping) document.getBlock(), settings))
              : document);
    }
    return file.withDocuments(documents);
  }

  private static Yaml.Mapping replaced(Yaml.Mapping root, RetrySettings settings) {
    List<Yaml.Mapping.Entry> entries = new ArrayList<>();
    List<String> comments = new ArrayList<>();
    String prefix = "";
    int place = -1;
    for (Yaml.Mapping.Entry entry : root.getEntries()) {
      Yaml.Mapping.Entry kept = without(entry, entry.getKey().getValue());
      if (kept != null) {
        entries.add(kept);
      }
      if (!Trees.isSame(kept, entry)) {
        boolean first = place < 0;
        comments.addAll(lostComments(entry, kept, first));
        prefix = !first ? prefix : kept == null ? entry.getPrefix() : "\n";
        place = first ? entries.size() : place;
      }
    }
    StringBuilder above = new StringBuilder(prefix);
    comments.forEach(comment -> above.append(comment).append('\n'));
    entries.add(place, ours(settings).withPrefix(above.toString()));
    return root.withEntries(entries);
  }

  /** The comments inside settings that are removed; they move above those of ours. */
  private static List<String> lostComments(
      Yaml.Mapping.Entry entry, Yaml.Mapping.@Nullable Entry kept, boolean keepsPrefix) {
    List<String> lost = comments(kept == null && keepsPrefix ? entry.withPrefix("") : entry);
    if (kept != null) {
      comments(kept).forEach(lost::remove);
    }
    return lost;
  }

  private static List<String> comments(Yaml.Mapping.Entry entry) {
    List<String> found = new ArrayList<>();
    new YamlVisitor<Integer>() {
      @Override
      public Yaml preVisit(Yaml tree, Integer context) {
        COMMENT.matcher(tree.getPrefix()).results().forEach(it -> found.add(it.group()));
        return tree;
      }
    }.visit(entry, 0);
    return found;
  }

  /** An entry without retry settings; null if nothing else is in it. */
  private static Yaml.Mapping.@Nullable Entry without(Yaml.Mapping.Entry entry, String key) {
    if (!(entry.getValue() instanceof Yaml.Mapping inner)) {
      return RetrySettings.isRetryKey(key) ? null : entry;
    }
    List<Yaml.Mapping.Entry> kept = new ArrayList<>();
    boolean changed = false;
    for (Yaml.Mapping.Entry child : inner.getEntries()) {
      Yaml.Mapping.Entry left = without(child, key + "." + child.getKey().getValue());
      changed |= !Trees.isSame(left, child);
      if (left != null) {
        kept.add(left);
      }
    }
    if (!changed) {
      return entry;
    }
    return kept.isEmpty() ? null : entry.withValue(inner.withEntries(kept));
  }

  private static Yaml.Mapping.Entry ours(RetrySettings settings) {
    StringBuilder text = new StringBuilder("reprise:\n  policies:\n");
    for (Map.Entry<String, Map<String, String>> policy : settings.policies().entrySet()) {
      text.append("    ").append(policy.getKey()).append(":\n");
      policy.getValue().forEach((key, value) -> append(text, key, value));
    }
    Yaml.Documents parsed =
        (Yaml.Documents)
            new YamlParser().parse(text.toString().stripTrailing()).findFirst().orElseThrow();
    Yaml.Mapping mapping = (Yaml.Mapping) parsed.getDocuments().get(0).getBlock();
    return mapping.getEntries().get(0);
  }

  private static void append(StringBuilder text, String key, String value) {
    boolean list = key.equals("retry-on") || key.equals("abort-on");
    text.append("      ").append(key).append(": ");
    text.append(list ? "[" + value + "]" : value).append('\n');
  }

  static Yaml.Documents explained(Yaml.Documents file, String comment) {
    return file.withDocuments(
        ListUtils.map(
            file.getDocuments(),
            document ->
                document.getBlock() instanceof Yaml.Mapping mapping
                    ? document.withBlock(explained(mapping, comment))
                    : document));
  }

  private static Yaml.Mapping explained(Yaml.Mapping root, String comment) {
    return root.withEntries(
        ListUtils.map(
            root.getEntries(),
            entry -> {
              boolean theirs =
                  entry.getKey().getValue().startsWith(ROOT)
                      && !entry.getPrefix().contains(comment)
                      && !Trees.isSame(without(entry, entry.getKey().getValue()), entry);
              return theirs ? entry.withPrefix(entry.getPrefix() + "#" + comment + "\n") : entry;
            }));
  }
}
