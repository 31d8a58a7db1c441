/** What the packages of this module share. */
@NullMarked
package dev.reprise.dynamodb.internal;

import org.jspecify.annotations.NullMarked;
