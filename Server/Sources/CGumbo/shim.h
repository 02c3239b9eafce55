#pragma once
#include <gumbo.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// gumbo bounds nothing: it scans all open elements for each tag, all attributes for each attribute, and reopens every
// unclosed format in each paragraph. Here it takes memory from a store that is freed as a whole and that ends the
// parse, by a jump out of gumbo's own frames, when one of the bounds below is met. Time is linear within the bounds.

enum {
    // How many elements may be open inside each other; Blink's bound is the same.
    MARQUEE_GUMBO_DEPTH = 512,
    // Elements and texts of one document.
    MARQUEE_GUMBO_NODES = 400000,
    // Attributes of one tag.
    MARQUEE_GUMBO_ATTRIBUTES = 256,
};
static const size_t marquee_gumbo_bytes = (size_t)256 << 20;

typedef enum { MARQUEE_GUMBO_READ, MARQUEE_GUMBO_DEEP, MARQUEE_GUMBO_WIDE, MARQUEE_GUMBO_LARGE } MarqueeGumboEnd;

typedef struct MarqueeGumboChunk {
    struct MarqueeGumboChunk *next;
} MarqueeGumboChunk;

typedef struct {
    // Nodes have a place of their own, so that whether an address is a node's can be asked without reading there.
    GumboNode *nodes;
    uint16_t *depths;
    size_t count;
    MarqueeGumboChunk *chunks;
    char *free;
    size_t left;
    size_t taken;
    size_t attributes;
    jmp_buf end;
    // The document's `<html>`; NULL when a bound was met.
    const GumboNode *root;
} MarqueeGumbo;

// How deep a node is: counted up to the next one whose depth is known.
static inline void marquee_gumbo_measure(MarqueeGumbo *store, size_t index) {
    uint16_t depth = 0;
    for (const GumboNode *node = &store->nodes[index]; node->parent; node = node->parent) {
        uintptr_t offset = (uintptr_t)node->parent - (uintptr_t)store->nodes;
        if (offset / sizeof(GumboNode) >= store->count) return;
        if (++depth > MARQUEE_GUMBO_DEPTH) longjmp(store->end, MARQUEE_GUMBO_DEEP);
        uint16_t known = store->depths[offset / sizeof(GumboNode)];
        if (known == 0) continue;
        depth += known;
        break;
    }
    store->depths[index] = depth;
    if (depth > MARQUEE_GUMBO_DEPTH) longjmp(store->end, MARQUEE_GUMBO_DEEP);
}

static inline void *marquee_gumbo_allocate(void *data, size_t size) {
    MarqueeGumbo *store = (MarqueeGumbo *)data;
    if (size == sizeof(GumboNode)) {
        // An element may be made before the text in front of it, and has a parent only after that.
        if (store->count > 0) marquee_gumbo_measure(store, store->count - 1);
        if (store->count > 1) marquee_gumbo_measure(store, store->count - 2);
        if (store->count == MARQUEE_GUMBO_NODES) longjmp(store->end, MARQUEE_GUMBO_LARGE);
        store->attributes = 0;
        return &store->nodes[store->count++];
    }
    if (size == sizeof(GumboAttribute) && ++store->attributes > MARQUEE_GUMBO_ATTRIBUTES) {
        longjmp(store->end, MARQUEE_GUMBO_WIDE);
    }
    size = (size + 15) & ~(size_t)15;
    store->taken += size;
    if (store->taken > marquee_gumbo_bytes) longjmp(store->end, MARQUEE_GUMBO_LARGE);
    if (size > store->left) {
        size_t length = size > 65536 ? size : 65536;
        MarqueeGumboChunk *chunk = (MarqueeGumboChunk *)calloc(1, 16 + length);
        if (!chunk) longjmp(store->end, MARQUEE_GUMBO_LARGE);
        chunk->next = store->chunks;
        store->chunks = chunk;
        store->free = (char *)chunk + 16;
        store->left = length;
    }
    void *piece = store->free;
    store->free += size;
    store->left -= size;
    return piece;
}

static inline void marquee_gumbo_keep(void *data, void *piece) {}

static inline void marquee_gumbo_free(MarqueeGumbo *store) {
    while (store->chunks) {
        MarqueeGumboChunk *next = store->chunks->next;
        free(store->chunks);
        store->chunks = next;
    }
    free(store->nodes);
    free(store->depths);
    free(store);
}

static inline MarqueeGumbo *marquee_gumbo_new(void) {
    MarqueeGumbo *store = (MarqueeGumbo *)calloc(1, sizeof(MarqueeGumbo));
    if (!store) return NULL;
    store->nodes = (GumboNode *)calloc(MARQUEE_GUMBO_NODES, sizeof(GumboNode));
    store->depths = (uint16_t *)calloc(MARQUEE_GUMBO_NODES, sizeof(uint16_t));
    if (store->nodes && store->depths) return store;
    marquee_gumbo_free(store);
    return NULL;
}

// Reads a document. The text has to outlive the store.
__attribute__((noinline)) static MarqueeGumboEnd marquee_gumbo_read(MarqueeGumbo *store, const char *text, size_t length) {
    GumboOptions options = kGumboDefaultOptions;
    options.allocator = marquee_gumbo_allocate;
    options.deallocator = marquee_gumbo_keep;
    options.userdata = store;
    options.max_errors = 0;
    int end = setjmp(store->end);
    if (end != 0) return (MarqueeGumboEnd)end;
    const GumboOutput *output = gumbo_parse_with_options(&options, text, length);
    store->root = output->root;
    return MARQUEE_GUMBO_READ;
}

static inline const GumboNode *marquee_gumbo_root(const MarqueeGumbo *store) { return store->root; }
