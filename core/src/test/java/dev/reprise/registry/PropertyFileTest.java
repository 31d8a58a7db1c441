package dev.reprise.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PropertyFileTest {

  private static final String NAME = "reprise.policies.a";

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void choose() {
    file = folder.resolve("retries.properties");
  }

  @Test
  void can_be_read_again() throws IOException {
    write("# retries\n\nreprise.policies.a=maxAttempts=5 within=3s\nother=x\nother=y\n");
    RetryRegistry registry = RetryRegistry.load(file);
    write("reprise.policies.a.maxAttempts = 6\nreprise.policies.a.within: 3s\n");

    RegistryChange change = registry.reload(file);

    assertEquals(Set.of("a"), change.changed());
    assertEquals(RetryPolicy.parse("maxAttempts=6 within=3s"), registry.retry("a").policy());
  }

  @Test
  void with_a_repeated_key_is_refused_with_both_lines() throws IOException {
    write(
        "reprise.policies.a.within=1s\r\n\r\nreprise.policies.a.within=x\nreprise.policies.b.z=1");

    InvalidSettingsException refused =
        assertThrows(InvalidSettingsException.class, () -> RetryRegistry.load(file));

    assertEquals(
        List.of(
            new SettingError(NAME + ".within", "x", "set twice, in lines 1 and 3"),
            new SettingError(
                NAME + ".within", "x", "expected within, a duration such as 100ms, but found 'x'"),
            refused.errors().get(2)),
        refused.errors());
  }

  @Test
  void counts_continued_lines() throws IOException {
    write(
        """
        ! a comment does not go on \\
        reprise.policies.a=maxAttempts=5 \\
            within=3s
        reprise.policies.\\
          a=
        """);

    assertEquals(List.of(new SettingError(NAME, "", "set twice, in lines 2 and 4")), mistakes());
  }

  @Test
  void is_read_as_java_reads_it() throws IOException {
    write(
        """
        reprise.policies.a\\u002ewithin : 2s
        reprise.policies.b maxAttempts=2 \\
        # no comment
        reprise.policies.path=C:\\\\\\\\
        reprise.policies.d=\
        """);

    assertEquals(
        Map.of(
            "reprise.policies.a.within", "2s",
            "reprise.policies.b", "maxAttempts=2 # no comment",
            "reprise.policies.path", "C:\\\\",
            "reprise.policies.d", ""),
        PropertyFile.read(file).values());
  }

  @Test
  void may_end_in_a_continued_line() throws IOException {
    write("reprise.policies.a=within=2s\\");

    assertEquals(Map.of(NAME, "within=2s"), PropertyFile.read(file).values());
  }

  @Test
  void may_begin_with_a_byte_order_mark() throws IOException {
    write("\uFEFFreprise.policies.a=");

    assertEquals(Set.of("a"), RetryRegistry.load(file).names());
  }

  @Test
  void with_a_broken_escape_is_refused_with_the_line() throws IOException {
    write("a=b\npath=C:\\users\n");

    assertEquals(
        List.of(
            new SettingError(
                "line 2", "path=C:\\users", "expected four hexadecimal digits behind \\u")),
        mistakes());
  }

  @Test
  void that_is_a_directory_is_named() {
    IOException refused = assertThrows(IOException.class, () -> RetryRegistry.load(folder));

    assertTrue(refused.getMessage().startsWith(folder + ": "), refused.getMessage());
  }

  @Test
  void that_cannot_be_read_is_reported() throws IOException {
    assertThrows(NoSuchFileException.class, () -> RetryRegistry.load(file));
    Files.write(file, "reprise.policies.a=é".getBytes(StandardCharsets.ISO_8859_1));

    IOException refused = assertThrows(IOException.class, () -> RetryRegistry.load(file));

    assertEquals(file + " is not in UTF-8", refused.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.yaml", "a.YML", "b.json", "c.xml", "d.toml", "e.conf", "f.hocon"})
  void of_another_format_is_refused_because_of_its_name(String name) throws IOException {
    Path other = Files.writeString(folder.resolve(name), "reprise.policies.a=within=3s\n");

    IOException refused = assertThrows(IOException.class, () -> RetryRegistry.load(other));

    assertTrue(
        refused.getMessage().contains(name + " is not a file of properties: its name says"),
        refused::getMessage);
    assertTrue(
        refused.getMessage().endsWith("lines such as reprise.policies.orders.maxAttempts=5"),
        refused::getMessage);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "reprise:\n  policies:\n    orders:\n      maxAttempts: 5\n",
        "spring:\n  x: 1\n\nreprise:\n  policies:\n    orders: within=3s\n",
        "---\nx: 1\n",
        "{\"reprise\": {\"policies\": {}}}",
        "\n  {\n  \"a\": 1 }",
        "<?xml version='1.0'?><properties/>",
        "[reprise.policies.orders]\nmaxAttempts = 5\n",
        "reprise {\n policies {\n orders = \"maxAttempts=2\"\n }\n}\n",
        "reprise = {\n policies = {}\n}\n",
        "reprise{ policies { orders = x } }\n"
      })
  void of_another_format_is_refused_because_of_its_content(String content) throws IOException {
    write(content);
    RetryRegistry registry = RetryRegistry.of(Map.of("reprise.policies.a", "within=3s"));

    assertThrows(IOException.class, () -> RetryRegistry.load(file));
    assertThrows(IOException.class, () -> registry.reload(file));

    assertEquals(Set.of("a"), registry.names());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "# nothing yet\n", "server.port=80\nreprise.disabled=true\n"})
  void without_policies_has_none(String content) throws IOException {
    write(content);

    RetryRegistry registry = RetryRegistry.load(file);

    assertEquals(Set.of(), registry.names());
    assertEquals(
        "there is no policy named orders, expected none, because no property begins with"
            + " reprise.policies",
        assertThrows(IllegalArgumentException.class, () -> registry.retry("orders")).getMessage());
  }

  private List<SettingError> mistakes() {
    return assertThrows(InvalidSettingsException.class, () -> RetryRegistry.load(file)).errors();
  }

  private void write(String text) throws IOException {
    Files.writeString(file, text);
  }
}
