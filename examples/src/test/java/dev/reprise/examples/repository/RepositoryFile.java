package dev.reprise.examples.repository;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** A file in YAML or JSON, checked against a schema of ours. */
record RepositoryFile(Path path, String text) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<String, Schema> SCHEMAS = new ConcurrentHashMap<>();

  static Path root() {
    return Path.of(System.getProperty("basedir", ""), "..").toAbsolutePath().normalize();
  }

  static RepositoryFile of(String path) throws IOException {
    Path file = root().resolve(path);
    return new RepositoryFile(file, Files.readString(file));
  }

  static List<RepositoryFile> in(String folder) throws IOException {
    try (Stream<Path> files = Files.list(root().resolve(folder))) {
      return files.sorted().map(RepositoryFile::read).toList();
    }
  }

  private static RepositoryFile read(Path file) {
    try {
      return new RepositoryFile(file, Files.readString(file));
    } catch (IOException unreadable) {
      throw new IllegalStateException(file + " cannot be read", unreadable);
    }
  }

  /** A copy in which a part of the text is replaced, once. */
  RepositoryFile with(String part, String replacement) {
    int start = text.indexOf(part);
    if (start < 0) {
      throw new IllegalArgumentException(path + " does not contain " + part);
    }
    String changed = text.substring(0, start) + replacement + text.substring(start + part.length());
    return new RepositoryFile(path, changed);
  }

  /** The content. Keys such as {@code on} are text, as in YAML 1.2 and in JSON. */
  JsonNode content() {
    return JSON.valueToTree(new Load(LoadSettings.builder().build()).loadFromString(text));
  }

  /** What a schema in the resources of the tests says against it. */
  List<String> mistakes(String schema) {
    Schema read = SCHEMAS.computeIfAbsent(schema, RepositoryFile::schema);
    return read.validate(content()).stream().map(Error::toString).toList();
  }

  private static Schema schema(String name) {
    try (InputStream in = RepositoryFile.class.getResourceAsStream(name)) {
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException unreadable) {
      throw new IllegalStateException(name + " cannot be read", unreadable);
    }
  }

  String name() {
    return path.getFileName().toString();
  }
}
