/** {@code reprise demo}: a load into a throttling table, compared with a naive loader. */
@NullMarked
package dev.reprise.cli.demo;

import org.jspecify.annotations.NullMarked;
