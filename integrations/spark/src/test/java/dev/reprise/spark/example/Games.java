package dev.reprise.spark.example;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Writes rows of games, each computed from its number: {@code Games games.parquet 200000}. */
public final class Games {

  private Games() {}

  public static void main(String[] args) {
    SparkSession spark = SparkSession.builder().appName("games").getOrCreate();
    rows(spark, Long.parseLong(args[1])).write().parquet(args[0]);
    spark.stop();
  }

  static Dataset<Row> rows(SparkSession spark, long count) {
    return spark
        .range(0, count, 1, 4)
        .selectExpr(
            "id",
            "concat('player-', id % 5000) AS player",
            "CAST((id * 31) % 10007 AS DECIMAL(12, 2)) AS score",
            "id % 3 = 0 AS won",
            "timestamp_seconds(1700000000 + id) AS finished",
            "array(concat('map-', id % 7), concat('mode-', id % 5)) AS tags",
            "named_struct('x', id % 100, 'y', id / 8) AS place",
            "IF(id % 10 = 0, NULL, concat('round ', id)) AS note");
  }

  /** Returns the expected item of a game. */
  static Map<String, AttributeValue> item(long id) {
    Map<String, AttributeValue> item =
        new LinkedHashMap<>(
            Map.of(
                "id", AttributeValue.fromN(Long.toString(id)),
                "player", AttributeValue.fromS("player-" + id % 5000),
                "score", AttributeValue.fromN(number((id * 31) % 10007)),
                "won", AttributeValue.fromBool(id % 3 == 0),
                "finished", AttributeValue.fromS(finished(id)),
                "tags", AttributeValue.fromSs(List.of("map-" + id % 7, "mode-" + id % 5)),
                "place",
                    AttributeValue.fromM(
                        Map.of(
                            "x", AttributeValue.fromN(Long.toString(id % 100)),
                            "y", AttributeValue.fromN(number(id / 8.0))))));
    if (id % 10 != 0) {
      item.put("note", AttributeValue.fromS("round " + id));
    }
    return item;
  }

  private static String finished(long id) {
    return Instant.ofEpochSecond(1_700_000_000 + id).toString().replace("Z", ".000000Z");
  }

  /** Returns the text of a number as the service returns it. */
  private static String number(double value) {
    BigDecimal plain = BigDecimal.valueOf(value).stripTrailingZeros();
    return plain.signum() == 0 ? "0" : plain.toPlainString();
  }
}
