package dev.reprise.dynamodb.scan;

import dev.reprise.Retry;
import dev.reprise.aws.request.ClientSettings;
import dev.reprise.batch.Pace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/** Settings of a {@link TableScan}. Changed only before the scan that owns them is created. */
final class ScanSettings implements Cloneable {

  /** Begin of the placeholders of the projection. */
  static final String PLACEHOLDER = "#reprise";

  Retry retry;
  int segments = 8;
  int parallelism = 8;
  Pace pace = Pace.adaptive();
  double capacityShare;
  boolean consistent;
  int pageItems;
  long limit = Long.MAX_VALUE;
  List<String> projection = List.of();
  @Nullable String filter;
  Map<String, String> filterNames = Map.of();
  Map<String, AttributeValue> filterValues = Map.of();
  @Nullable ScanState from;
  @Nullable Executor executor;
  @Nullable Consumer<? super ScanCounts> progress;

  ScanSettings(Retry retry) {
    this.retry = retry;
  }

  ScanSettings copy() {
    try {
      return (ScanSettings) clone();
    } catch (CloneNotSupportedException impossible) {
      throw new AssertionError(impossible);
    }
  }

  /** Returns the part that all requests of a scan have in common. */
  ScanRequest request(String table) {
    Map<String, String> names = new LinkedHashMap<>(filterNames);
    StringBuilder projected = new StringBuilder();
    for (String attribute : projection) {
      String placeholder = PLACEHOLDER + names.size();
      names.put(placeholder, attribute);
      projected.append(projected.isEmpty() ? "" : ",").append(placeholder);
    }
    return ScanRequest.builder()
        .tableName(table)
        .totalSegments(segments)
        .consistentRead(consistent ? true : null)
        .filterExpression(filter)
        .projectionExpression(projected.isEmpty() ? null : projected.toString())
        .expressionAttributeNames(names.isEmpty() ? null : names)
        .expressionAttributeValues(filterValues.isEmpty() ? null : filterValues)
        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
        .overrideConfiguration(ClientSettings.WITHOUT_OWN_RETRIES)
        .build();
  }
}
