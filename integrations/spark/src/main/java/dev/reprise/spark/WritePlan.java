package dev.reprise.spark;

import java.io.Serializable;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * What a task must know.
 *
 * @param options what was asked for
 * @param facts what the table says of itself
 * @param schema of the rows
 * @param unitsPerSecond of each task; 0 for no limit
 * @param letters where dead letters go until the job commits; null for nowhere
 * @param hadoop how file systems are reached; null where none is
 */
record WritePlan(
    WriteOptions options,
    TableFacts facts,
    StructType schema,
    double unitsPerSecond,
    @Nullable String letters,
    @Nullable SerializableConfiguration hadoop)
    implements Serializable {}
