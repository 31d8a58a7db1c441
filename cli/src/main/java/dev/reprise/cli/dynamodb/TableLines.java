package dev.reprise.cli.dynamodb;

import dev.reprise.cli.load.LineFormat;
import dev.reprise.dynamodb.items.BadLine;
import dev.reprise.dynamodb.items.ItemReader;
import dev.reprise.dynamodb.items.LineReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Lines that are items of a table. */
final class TableLines implements LineFormat<Map<String, AttributeValue>> {

  @Override
  public LineReader<Map<String, AttributeValue>> open(Path file, Consumer<? super BadLine> badLines)
      throws IOException {
    return ItemReader.open(file, badLines);
  }

  @Override
  public LineReader<Map<String, AttributeValue>> of(
      InputStream in, String name, Consumer<? super BadLine> badLines) throws IOException {
    return ItemReader.of(in, name, badLines);
  }
}
