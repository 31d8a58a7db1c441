package dev.reprise.rewrite.internal.resilience4j;

import static org.openrewrite.Tree.randomId;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.openrewrite.marker.Markers;
import org.openrewrite.properties.tree.Properties;

/** Retry settings in properties files. */
final class PropertiesEdit {

  /** A comment of this text begins a document of Spring Boot, as for a profile. */
  private static final String SEPARATOR = "---";

  private PropertiesEdit() {}

  static RetrySettings settingsOf(Properties.File file) {
    RetrySettings settings = new RetrySettings();
    int document = 0;
    Set<Integer> documents = new HashSet<>();
    for (Properties.Content content : file.getContent()) {
      if (content instanceof Properties.Comment comment && comment.getMessage().equals(SEPARATOR)) {
        document++;
      } else if (content instanceof Properties.Entry entry) {
        if (RetrySettings.isRetryKey(entry.getKey())) {
          settings.add(entry.getKey(), entry.getValue().getText());
          documents.add(document);
        } else {
          settings.addOther(entry.getKey());
        }
      }
    }
    if (documents.size() > 1) {
      settings.refuseDocuments();
    }
    return settings;
  }

  /** The settings of ours at the place of the first of theirs. */
  static Properties.File migrated(Properties.File file, RetrySettings settings) {
    List<Properties.Content> contents = new ArrayList<>();
    boolean added = false;
    for (Properties.Content content : file.getContent()) {
      boolean theirs =
          content instanceof Properties.Entry entry && RetrySettings.isRetryKey(entry.getKey());
      if (!theirs) {
        contents.add(content);
      } else if (!added) {
        contents.addAll(entries(settings, content.getPrefix()));
        added = true;
      }
    }
    return file.withContent(contents);
  }

  private static List<Properties.Content> entries(RetrySettings settings, String firstPrefix) {
    List<Properties.Content> entries = new ArrayList<>();
    settings
        .policies()
        .forEach(
            (name, policy) ->
                policy.forEach(
                    (setting, value) ->
                        entries.add(
                            new Properties.Entry(
                                randomId(),
                                entries.isEmpty() ? firstPrefix : "\n",
                                Markers.EMPTY,
                                "reprise.policies." + name + "." + setting,
                                "",
                                Properties.Entry.Delimiter.EQUALS,
                                new Properties.Value(randomId(), "", Markers.EMPTY, value)))));
    return entries;
  }

  static Properties.File explained(Properties.File file, String comment) {
    List<Properties.Content> contents = new ArrayList<>();
    boolean added = false;
    for (Properties.Content content : file.getContent()) {
      if (content instanceof Properties.Comment present && present.getMessage().equals(comment)) {
        return file;
      }
      boolean theirs =
          content instanceof Properties.Entry entry && RetrySettings.isRetryKey(entry.getKey());
      if (theirs && !added) {
        contents.add(
            new Properties.Comment(
                randomId(),
                content.getPrefix(),
                Markers.EMPTY,
                Properties.Comment.Delimiter.HASH_TAG,
                comment));
        contents.add((Properties.Content) content.withPrefix("\n"));
        added = true;
      } else {
        contents.add(content);
      }
    }
    return file.withContent(contents);
  }
}
