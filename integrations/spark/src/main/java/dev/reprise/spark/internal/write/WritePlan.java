package dev.reprise.spark.internal.write;

import dev.reprise.spark.internal.options.WriteOptions;
import dev.reprise.spark.internal.table.TableMetadata;
import java.io.Serializable;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a write that each task receives.
 *
 * @param options the options of the write
 * @param metadata key and capacity of the table
 * @param schema columns of the rows
 * @param unitsPerSecond limit of each task; 0 for no limit
 * @param letters folder of dead letters; null for none
 * @param hadoop configuration of the file systems; null if none is needed
 */
public record WritePlan(
    WriteOptions options,
    TableMetadata metadata,
    StructType schema,
    double unitsPerSecond,
    @Nullable String letters,
    @Nullable SerializableConfiguration hadoop)
    implements Serializable {}
