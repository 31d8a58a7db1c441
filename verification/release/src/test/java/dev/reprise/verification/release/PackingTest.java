package dev.reprise.verification.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackingTest {

  @TempDir Path folder;

  @Test
  void the_same_files_make_the_same_archive_at_any_time() throws IOException {
    Path files = Files.createDirectories(folder.resolve("files/b"));
    Path text = Files.writeString(files.resolve("text"), "a");
    Path first = folder.resolve("first.zip");
    Path second = folder.resolve("second.zip");
    Zip.pack(folder.resolve("files"), first);
    Files.setLastModifiedTime(text, FileTime.fromMillis(1));
    Zip.pack(folder.resolve("files"), second);
    assertThat(Files.mismatch(first, second)).isEqualTo(-1);
    try (ZipFile zip = new ZipFile(first.toFile())) {
      assertThat(zip.stream().map(ZipEntry::getName)).containsExactly("b/text");
    }
  }

  /** The digests of "abc" that FIPS 180-4 and RFC 1321 give. */
  @Test
  void each_file_has_four_checksums_in_hexadecimal_digits() throws IOException {
    Path file = Files.writeString(folder.resolve("a.jar"), "abc");
    Checksums.write(file);
    assertThat(folder.resolve("a.jar.md5")).hasContent("900150983cd24fb0d6963f7d28e17f72");
    assertThat(folder.resolve("a.jar.sha1")).hasContent("a9993e364706816aba3e25717850c26c9cd0d89d");
    assertThat(folder.resolve("a.jar.sha256"))
        .hasContent("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assertThat(folder.resolve("a.jar.sha512"))
        .content()
        .startsWith("ddaf35a193617abacc417349ae204131")
        .hasSize(128);
  }

  @Test
  void what_maven_adds_to_a_repository_is_removed() throws IOException {
    Path module = Files.createDirectories(folder.resolve("dev/reprise/reprise-core"));
    for (String name : List.of("maven-metadata.xml", "maven-metadata.xml.sha1", "kept.pom")) {
      Files.writeString(module.resolve(name), "");
    }
    new Bundle(folder).removeMetadata();
    assertThat(module).isDirectoryNotContaining("glob:**metadata**");
    assertThat(module.resolve("kept.pom")).exists();
  }
}
