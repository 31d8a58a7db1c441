package dev.reprise.spark;

import java.io.Serializable;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * Plan of a write, which each task receives.
 *
 * @param options the options of the write
 * @param facts key and capacity of the table
 * @param schema of the rows
 * @param unitsPerSecond of each task; 0 for no limit
 * @param letters folder of dead letters until the job commits; null for none
 * @param hadoop configuration of the file systems; null if none is needed
 */
record WritePlan(
    WriteOptions options,
    TableFacts facts,
    StructType schema,
    double unitsPerSecond,
    @Nullable String letters,
    @Nullable SerializableConfiguration hadoop)
    implements Serializable {}
