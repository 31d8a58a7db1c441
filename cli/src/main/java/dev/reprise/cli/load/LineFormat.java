package dev.reprise.cli.load;

import dev.reprise.dynamodb.items.BadLine;
import dev.reprise.dynamodb.items.LineReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Reads the lines of an input.
 *
 * @param <S> type of a parsed line
 */
public interface LineFormat<S> {

  LineReader<S> open(Path file, Consumer<? super BadLine> badLines) throws IOException;

  LineReader<S> of(InputStream in, String name, Consumer<? super BadLine> badLines)
      throws IOException;

  /**
   * A format of lines around which blanks mean nothing, such as JSON.
   *
   * @param parser throws {@code IllegalArgumentException} for a bad line
   * @param maxBytes maximum length of a line in bytes
   */
  static <S> LineFormat<S> parsing(Function<String, S> parser, int maxBytes) {
    return new LineFormat<>() {
      @Override
      public LineReader<S> open(Path file, Consumer<? super BadLine> badLines) throws IOException {
        return LineReader.open(file, parser, maxBytes, badLines);
      }

      @Override
      public LineReader<S> of(InputStream in, String name, Consumer<? super BadLine> badLines)
          throws IOException {
        return LineReader.of(in, name, parser, maxBytes, badLines);
      }
    };
  }

  /**
   * A format of texts: the blanks around a line are part of it.
   *
   * @param parser throws {@code IllegalArgumentException} for a bad line
   * @param maxBytes maximum length of a line in bytes
   */
  static <S> LineFormat<S> verbatim(Function<String, S> parser, int maxBytes) {
    return new LineFormat<>() {
      @Override
      public LineReader<S> open(Path file, Consumer<? super BadLine> badLines) throws IOException {
        return LineReader.openVerbatim(file, parser, maxBytes, badLines);
      }

      @Override
      public LineReader<S> of(InputStream in, String name, Consumer<? super BadLine> badLines)
          throws IOException {
        return LineReader.ofVerbatim(in, name, parser, maxBytes, badLines);
      }
    };
  }
}
