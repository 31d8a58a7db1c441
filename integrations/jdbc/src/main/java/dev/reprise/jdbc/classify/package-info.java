/**
 * Classification of database failures by SQLState and vendor code. Begin with {@link
 * dev.reprise.jdbc.classify.SqlClassifier}.
 */
@NullMarked
package dev.reprise.jdbc.classify;

import org.jspecify.annotations.NullMarked;
