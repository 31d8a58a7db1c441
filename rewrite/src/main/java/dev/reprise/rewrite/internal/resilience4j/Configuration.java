package dev.reprise.rewrite.internal.resilience4j;

import dev.reprise.rewrite.internal.Survey;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openrewrite.SourceFile;
import org.openrewrite.properties.tree.Properties;
import org.openrewrite.yaml.tree.Yaml;

/**
 * The configuration files of Spring Boot. The retry settings of a file are migrated together or not
 * at all; a policy with settings in several files stays in all of them, since one setting of ours
 * comes from several of theirs.
 */
public final class Configuration {

  private static final String START = "not migrated: ";

  private Configuration() {}

  /** Reads the settings of a file. */
  public static void scan(SourceFile file, Survey survey) {
    RetrySettings settings = null;
    if (file instanceof Properties.File properties) {
      settings = PropertiesEdit.settingsOf(properties);
    } else if (file instanceof Yaml.Documents yaml) {
      settings = YamlEdit.settingsOf(yaml);
    }
    if (settings != null && (!settings.isEmpty() || settings.hasOtherModules())) {
      survey.configurations().put(file.getSourcePath(), settings);
    }
  }

  /** Records in a survey which files and policies stay as they are. */
  public static void decide(Survey survey) {
    survey
        .configurations()
        .forEach(
            (path, settings) -> {
              if (((RetrySettings) settings).hasOtherModules()) {
                survey.keepConfiguration(path);
              }
              if (obstacle(path, survey) != null) {
                survey.keepConfiguration(path);
                ((RetrySettings) settings).names().forEach(survey::keepPolicy);
              }
            });
  }

  private static @Nullable String obstacle(Path path, Survey survey) {
    RetrySettings settings = (RetrySettings) survey.configurations().get(path);
    if (settings == null) {
      return null;
    }
    String own = settings.obstacle();
    if (own != null) {
      return own;
    }
    String shared = sharedConfiguration(path, settings, survey);
    if (shared != null) {
      return shared;
    }
    Map<String, Integer> files = new HashMap<>();
    survey
        .configurations()
        .values()
        .forEach(
            it -> ((RetrySettings) it).names().forEach(name -> files.merge(name, 1, Integer::sum)));
    return settings.names().stream()
        .filter(name -> files.getOrDefault(name, 0) > 1)
        .findFirst()
        .map(name -> "the settings of " + name + " are in several files")
        .orElse(null);
  }

  /** Policies inherit from configurations of all files; ours are written with what they inherit. */
  private static @Nullable String sharedConfiguration(
      Path path, RetrySettings settings, Survey survey) {
    for (Map.Entry<Path, Object> entry : survey.configurations().entrySet()) {
      RetrySettings other = (RetrySettings) entry.getValue();
      if (!entry.getKey().equals(path)) {
        for (String base : settings.bases()) {
          if (other.configurations().contains(base)) {
            return "the configuration " + base + " is in another file, " + name(entry.getKey());
          }
        }
        for (String base : other.bases()) {
          if (settings.configurations().contains(base)) {
            return "policies of another file, "
                + name(entry.getKey())
                + ", use the configuration "
                + base;
          }
        }
      }
    }
    return null;
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName());
  }

  /** Returns true if a configuration file defines a policy. */
  static boolean defines(Survey survey, String name) {
    return survey.configurations().values().stream()
        .anyMatch(settings -> ((RetrySettings) settings).names().contains(name));
  }

  /** The file with settings of ours, or with a comment on why it stays as it is. */
  public static SourceFile migrate(SourceFile file, Survey survey) {
    RetrySettings settings = (RetrySettings) survey.configurations().get(file.getSourcePath());
    if (settings == null || settings.isEmpty()) {
      return file;
    }
    String obstacle = obstacle(file.getSourcePath(), survey);
    String comment = obstacle == null ? null : " Reprise: " + START + obstacle + ".";
    if (file instanceof Properties.File properties) {
      return comment == null
          ? PropertiesEdit.migrated(properties, settings)
          : PropertiesEdit.explained(properties, comment);
    }
    return comment == null
        ? YamlEdit.migrated((Yaml.Documents) file, settings)
        : YamlEdit.explained((Yaml.Documents) file, comment);
  }
}
