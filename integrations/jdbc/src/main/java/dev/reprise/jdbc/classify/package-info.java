/**
 * Classification of database failures by SQLState and vendor code. Begin with {@link
 * dev.reprise.jdbc.classify.SqlClassifier}.
 *
 * <p>Arguments and results are not null unless their type is {@code @Nullable}. All types are
 * immutable.
 */
@NullMarked
package dev.reprise.jdbc.classify;

import org.jspecify.annotations.NullMarked;
