/** The common engine of the recipes: files are migrated completely or left unchanged. */
@NullMarked
package dev.reprise.rewrite.internal;

import org.jspecify.annotations.NullMarked;
