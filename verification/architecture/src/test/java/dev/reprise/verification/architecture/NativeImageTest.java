package dev.reprise.verification.architecture;

import static dev.reprise.verification.architecture.Modules.MAIN_CODE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.reprise.verification.architecture.NativeImageFindings.Line;
import dev.reprise.verification.architecture.ReachabilityMetadata.Type;
import dev.reprise.verification.architecture.fixture.reflection.Reflects;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The metadata for native images has everything that the published modules find at run time. No
 * native image is built: see the page docs/design/native-image.md.
 */
class NativeImageTest {

  /** Since Java 21. */
  private static final Set<String> NEWER = Set.of("java.net.http.HttpClient");

  @Test
  void each_reflective_call_resource_and_service_is_in_the_list() throws IOException {
    assertListed(NativeImageFindings.inPublishedModules());
  }

  @Test
  void a_planted_call_of_each_kind_fails() throws IOException {
    Set<String> planted =
        NativeImageFindings.of(new ClassFileImporter().importClass(Reflects.class), "planted");

    assertThat(planted)
        .containsExactlyInAnyOrder(
            "planted: Reflects calls AtomicLongFieldUpdater.newUpdater",
            "planted: Reflects calls Class.forName",
            "planted: Reflects calls Class.getDeclaredConstructor",
            "planted: Reflects calls Class.getRecordComponents",
            "planted: Reflects calls Class.getResourceAsStream",
            "planted: Reflects calls Constructor.newInstance",
            "planted: Reflects calls MethodHandles$Lookup.findVirtual",
            "planted: Reflects calls ObjectInputStream.readObject",
            "planted: Reflects calls Proxy.newProxyInstance",
            "planted: Reflects calls ResourceBundle.getBundle",
            "planted: Reflects calls ServiceLoader.load",
            "planted: Reflects calls System.loadLibrary",
            "planted: Reflects has the native method notJava",
            "planted: Reflects is serialised");
    Set<String> listed = new TreeSet<>();
    NativeImageFindings.listed().forEach(line -> listed.add(line.key()));
    assertListed(listed);
    for (String call : planted) {
      Set<String> found = new TreeSet<>(listed);
      found.add(call);
      assertThatThrownBy(() -> assertListed(found))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining(call);
    }
  }

  private static void assertListed(Set<String> found) throws IOException {
    Set<String> listed = new TreeSet<>();
    NativeImageFindings.listed().forEach(line -> listed.add(line.key()));
    assertThat(found)
        .as("findings.tsv lists each finding, with types of the metadata or a reason, and no other")
        .isEqualTo(listed);
  }

  @Test
  void each_line_of_the_list_has_types_of_the_metadata_or_a_reason() throws IOException {
    assertThat(NativeImageFindings.listed())
        .doesNotHaveDuplicates()
        .allSatisfy(line -> assertThat(NativeImageFindings.KINDS).contains(line.kind()))
        .allSatisfy(line -> assertThat(line.note()).hasSizeGreaterThan(10));
  }

  @Test
  void the_types_that_the_list_names_are_those_of_the_metadata() throws IOException {
    List<Line> lines = NativeImageFindings.listed();
    NativeImageFindings.metadata()
        .forEach(
            (module, metadata) -> {
              Set<String> named = new TreeSet<>();
              lines.stream()
                  .filter(line -> line.module().equals(module))
                  .filter(line -> !line.finding().startsWith("resource "))
                  .forEach(line -> named.addAll(metadata.selected(line.types())));
              assertThat(named).as(module).isEqualTo(new TreeSet<>(metadata.names()));
            });
  }

  @Test
  void each_resource_that_code_reads_is_in_the_metadata() throws IOException {
    Map<String, ReachabilityMetadata> metadata = NativeImageFindings.metadata();
    List<String> read = new ArrayList<>();
    for (Line line : NativeImageFindings.listed()) {
      if (line.finding().startsWith("resource ") && line.kind().equals("metadata")) {
        String path = line.finding().substring("resource ".length());
        assertThat(metadata.get(line.module()).hasResource(path)).as(line.key()).isTrue();
        read.add(path);
      }
    }
    assertThat(read).hasSizeGreaterThan(15);
  }

  @Test
  void types_of_reprise_and_of_the_jdk_exist_with_the_members_that_are_named() throws Exception {
    int checked = 0;
    for (ReachabilityMetadata metadata : NativeImageFindings.metadata().values()) {
      for (Type type : metadata.types()) {
        String name = type.name().replace("proxy of ", "");
        if (name.matches("(dev\\.reprise|java|javax|jdk)\\..*") && !isNewer(name)) {
          assertThat(members(name)).as(name).containsAll(type.members());
          checked++;
        }
      }
    }
    assertThat(checked).isGreaterThan(40);
  }

  /** A condition that is misspelt makes the entry count never. */
  @Test
  void each_entry_counts_from_when_a_class_of_ours_is_initialised() throws IOException {
    for (ReachabilityMetadata metadata : NativeImageFindings.metadata().values()) {
      for (Type type : metadata.types()) {
        assertThat(MAIN_CODE.contain(type.condition())).as(type.toString()).isTrue();
      }
    }
  }

  @Test
  void the_metadata_is_in_the_artifact_under_its_group_and_name() throws IOException {
    for (Path module : Modules.published()) {
      Path root = module.resolve("src/main/resources/META-INF/native-image");
      if (Files.isDirectory(root)) {
        Path file = ReachabilityMetadata.file(module);
        try (Stream<Path> files = Files.walk(root)) {
          assertThat(files.filter(Files::isRegularFile)).containsExactly(file);
        }
        String name =
            "META-INF/native-image/" + root.relativize(file).toString().replace('\\', '/');
        URL built = NativeImageTest.class.getClassLoader().getResource(name);
        assertThat(built).as(name).isNotNull();
        assertThat(Modules.read(built.toString())).isEqualTo(Files.readString(file));
      }
    }
  }

  private static boolean isNewer(String name) {
    return NEWER.contains(name) && Runtime.version().feature() < 21;
  }

  /** Classes of ours are not loaded, since their libraries may be missing here. */
  private static Set<String> members(String name) throws ClassNotFoundException {
    Set<String> members = new HashSet<>();
    if (name.startsWith("dev.reprise.")) {
      MAIN_CODE.get(name).getMembers().forEach(member -> members.add(member.getName()));
      return members;
    }
    Class<?> type = Class.forName(name, false, NativeImageTest.class.getClassLoader());
    Arrays.stream(type.getDeclaredMethods()).forEach(method -> members.add(method.getName()));
    return members;
  }
}
