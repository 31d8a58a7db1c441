@NullMarked
package dev.reprise.batch;

import org.jspecify.annotations.NullMarked;
