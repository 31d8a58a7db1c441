/**
 * Bulk requests to OpenSearch and Elasticsearch, in which some items may fail: {@link
 * dev.reprise.opensearch.OpenSearchBulk}. No method accepts or returns null unless its
 * documentation says so. All types may be used by any thread at once.
 */
@NullMarked
package dev.reprise.opensearch;

import org.jspecify.annotations.NullMarked;
